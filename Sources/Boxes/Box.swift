/// A value that notifies its observers of each assignment, even of an equal value.
///
/// Changes are numbered. A value assigned while observers are being notified can be read back at
/// once, but they are notified of it only after all of them have seen the previous change. So every
/// observer sees all values in order and ends with the last. An observer that binds during a
/// notification gets the current value, and then only later changes.
///
/// A box is not `Sendable`: it belongs to the actor or thread that created it.
public final class Box<Value>: BoundBox {
  @usableFromInline var current: Value
  /// In order of binding. Observers that end during a notification stay, without their closure.
  @usableFromInline var observers: [Observer] = []
  /// The number of the newest change.
  @usableFromInline var changes = 0
  /// The number of the newest change that observers were, or are being, notified of.
  @usableFromInline var notified = 0
  @usableFromInline var isNotifying = false
  /// Values whose notification waits until the current one is complete, oldest first.
  @usableFromInline var pending: [Value] = []
  /// Whether work is left for after the current notification.
  @usableFromInline var isUnsettled = false
  private var lastID = 0

  @usableFromInline struct Observer {
    let id: Int
    /// The number of the newest change when it bound.
    @usableFromInline let boundAt: Int
    /// nil once it has ended.
    @usableFromInline var observe: ((Value) -> Void)?
  }

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
    lastID += 1
    let id = lastID
    observers.append(Observer(id: id, boundAt: changes, observe: observer))
    let isOutermost = !isNotifying
    isNotifying = true
    observer(current)
    if isOutermost {
      if isUnsettled { settle() }
      isNotifying = false
    }
    return Binding(id, in: self)
  }

  @inlinable func changed() {
    changes += 1
    guard !isNotifying else {
      pending.append(current)
      isUnsettled = true
      return
    }
    isNotifying = true
    notify(current)
    if isUnsettled { settle() }
    isNotifying = false
  }

  @inlinable func notify(_ value: Value) {
    notified += 1
    let number = notified
    for index in 0..<observers.count {
      let observer = observers[index]
      if observer.boundAt < number { observer.observe?(value) }
    }
  }

  /// Notifies of what was assigned in the meantime, then removes the observers that have ended.
  @usableFromInline func settle() {
    while !pending.isEmpty {
      let batch = pending
      pending = []
      for value in batch { notify(value) }
    }
    isUnsettled = false
    observers.removeAll { $0.observe == nil }
  }

  func end(_ id: Int) {
    guard let index = observers.firstIndex(where: { $0.id == id }) else { return }
    // Taken out first, so that the closure is released while nothing is being accessed: what it
    // captured may use this box in its deinit.
    var observe: ((Value) -> Void)?
    swap(&observers[index].observe, &observe)
    if isNotifying {
      isUnsettled = true
    } else {
      observers.remove(at: index)
    }
  }
}
