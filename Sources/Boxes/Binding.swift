/// One observer's registration with a box. It ends on `cancel()` or when it is released; after
/// that, the observer is not called and its closure is released.
public final class Binding {
  private weak var box: (any BoundBox)?
  private let id: Int

  /// - Parameter id: the observer's number in the box.
  init(_ id: Int, in box: any BoundBox) {
    self.id = id
    self.box = box
  }

  deinit {
    cancel()
  }

  /// Ends the binding; a second call does nothing.
  public func cancel() {
    guard let box else { return }
    self.box = nil
    box.end(id)
  }
}

/// A box with observers. A binding refers to it without a closure, since there are many bindings.
protocol BoundBox: AnyObject {
  /// Ends the binding of an observer, by its number.
  func end(_ id: Int)
}
