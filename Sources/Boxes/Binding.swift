/// One observer's registration with a box. It ends on `cancel()` or when it is released; after
/// that, the observer is not called and its closure is released.
public final class Binding {
  private var end: (() -> Void)?

  init(end: @escaping () -> Void) {
    self.end = end
  }

  deinit {
    cancel()
  }

  /// Ends the binding; a second call does nothing.
  public func cancel() {
    guard let end else { return }
    self.end = nil
    end()
  }
}
