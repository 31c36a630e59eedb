/// One observer's registration with a box. It ends on `cancel()` or when it is released; after
/// that, the observer is not called and its closure is released.
public final class Binding {
  private weak var observers: (any ObserverList)?
  private let id: Int

  /// - Parameter id: the observer's number among the observers of the box.
  init(_ id: Int, in observers: any ObserverList) {
    self.id = id
    self.observers = observers
  }

  deinit {
    cancel()
  }

  /// Ends the binding; a second call does nothing.
  public func cancel() {
    guard let observers else { return }
    self.observers = nil
    observers.end(id)
  }
}
