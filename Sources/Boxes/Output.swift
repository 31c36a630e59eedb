/// A read-only view of a box: it can be read and bound, but not set.
///
/// A view model keeps its boxes private and exposes outputs. An output keeps its box alive, and
/// like a box it is not `Sendable`.
public struct Output<Value> {
  private let box: Box<Value>

  /// Exposes `box`.
  public init(_ box: Box<Value>) {
    self.box = box
  }

  /// The box's current value.
  public var value: Value { box.value }

  /// Calls `observer` at once with the current value, then after each change, until the binding is
  /// cancelled or released. The binding keeps neither the output nor its box alive.
  public func bind(_ observer: @escaping (Value) -> Void) -> Binding {
    box.bind(observer)
  }

  /// Notifies `observer` of each change, without the value, until it detaches or is released. This
  /// takes less memory than a binding. The observer can attach several times, under several numbers.
  public func attach(_ observer: any BoxObserver, as number: Int) {
    box.attach(observer, as: number)
  }

  /// Stops notifying an observer that has attached, however often.
  public func detach(_ observer: any BoxObserver) {
    box.detach(observer)
  }
}
