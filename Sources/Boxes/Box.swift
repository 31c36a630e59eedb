/// A value that notifies its observers of each assignment, even of an equal value.
///
/// Changes are numbered. A value assigned while observers are being notified can be read back at
/// once, but they are notified of it only after all of them have seen the previous change. So every
/// observer sees all values in order and ends with the last. An observer that binds during a
/// notification gets the current value, and then only later changes.
///
/// A `BoxObserver` attaches instead. It does not get values, and is notified of each assignment at
/// once, also during a notification.
///
/// A box is not `Sendable`: it belongs to the actor or thread that created it.
public final class Box<Value> {
  @usableFromInline var current: Value
  // Most boxes are only published: they have one observer, which has attached.
  @usableFromInline weak var attached: (any BoxObserver)?
  /// The number of this box for the attached observer.
  @usableFromInline var number = 0
  /// All other observers; nil until there is one.
  @usableFromInline var others: Observers<Value>?

  /// - Parameter value: the initial value; setting it does not count as a change.
  public init(_ value: Value) {
    current = value
  }

  /// The current value. Assigning it, or changing it in place, notifies the observers once.
  @inlinable public var value: Value {
    get { current }
    set {
      // Swapped, so that the old value is released while nothing is being accessed: its deinit may
      // read this box.
      var value = newValue
      swap(&current, &value)
      changed()
    }
    _modify {
      defer { changed() }
      yield &current
    }
  }

  /// Changes any number of fields and notifies the observers once. When `change` throws, the value
  /// stays unchanged and no observer is notified.
  @inlinable @discardableResult
  public func update<Result, Failure>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var value = current
    let result = try change(&value)
    self.value = value
    return result
  }

  /// Calls `observer` at once with the current value, then after each change, until the binding is
  /// cancelled or released. The binding does not keep the box alive.
  public func bind(_ observer: @escaping (Value) -> Void) -> Binding {
    makeOthers().bind(observer, current)
  }

  /// Notifies an observer of each change, without the value, until it detaches or is released. It
  /// can attach several times, under several numbers.
  public func attach(_ observer: any BoxObserver, as number: Int) {
    if attached == nil {
      attached = observer
      self.number = number
    } else {
      makeOthers().attach(observer, as: number)
    }
  }

  /// Stops notifying an attached observer.
  public func detach(_ observer: any BoxObserver) {
    if attached === observer { attached = nil }
    others?.detach(observer)
  }

  @inlinable func changed() {
    attached?.boxChanged(number)
    others?.changed(current)
  }

  private func makeOthers() -> Observers<Value> {
    if let others { return others }
    let made = Observers<Value>()
    others = made
    return made
  }
}
