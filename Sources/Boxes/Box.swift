/// A value that tells its observers each time it is assigned, equal values too.
///
/// Changes are numbered. An assignment made while observers are being told is read back at once,
/// but it is told only after all of them have heard the change before it: every observer sees all
/// values in order and ends with the last. An observer that binds meanwhile is told the current
/// value, and of the changes only those after it.
///
/// A box is not `Sendable`: it lives in the actor, or the thread, of whoever made it.
public final class Box<Value> {
  @usableFromInline var current: Value
  /// In order of binding. While observers are being told, ended ones stay, without their closure.
  @usableFromInline var observers: [Observer] = []
  /// The number of the newest change.
  @usableFromInline var changes = 0
  /// The number of the newest change that was told, or is being told.
  @usableFromInline var told = 0
  @usableFromInline var isTelling = false
  /// Changes that wait until the one being told was heard by all, oldest first.
  @usableFromInline var pending: [Value] = []
  /// Whether something is left to do once the change being told was heard by all.
  @usableFromInline var isUnsettled = false
  private var lastID = 0

  @usableFromInline struct Observer {
    let id: Int
    /// The number of the change whose value it was told when it bound.
    @usableFromInline let boundAt: Int
    /// Nil once it has ended.
    @usableFromInline var observe: ((Value) -> Void)?
  }

  /// - Parameter value: held from the start; it counts as no change.
  public init(_ value: Value) {
    current = value
  }

  /// The current value. Assigning it, or changing it in place, tells the observers once.
  @inlinable public var value: Value {
    get { current }
    set {
      // Swapped, so that the old value is released when nothing is being accessed: its deinit may
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

  /// Changes any number of fields and tells the observers once. When `change` throws, the value
  /// stays as it was and nobody is told.
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
    let isOutermost = !isTelling
    isTelling = true
    observer(current)
    if isOutermost {
      if isUnsettled { settle() }
      isTelling = false
    }
    return Binding { [weak self] in self?.end(id) }
  }

  @inlinable func changed() {
    changes += 1
    guard !isTelling else {
      pending.append(current)
      isUnsettled = true
      return
    }
    isTelling = true
    tell(current)
    if isUnsettled { settle() }
    isTelling = false
  }

  @inlinable func tell(_ value: Value) {
    told += 1
    let number = told
    for index in 0..<observers.count {
      let observer = observers[index]
      if observer.boundAt < number { observer.observe?(value) }
    }
  }

  /// Tells what was assigned in the meantime, then drops the observers that ended.
  @usableFromInline func settle() {
    while !pending.isEmpty {
      let batch = pending
      pending = []
      for value in batch { tell(value) }
    }
    isUnsettled = false
    observers.removeAll { $0.observe == nil }
  }

  private func end(_ id: Int) {
    guard let index = observers.firstIndex(where: { $0.id == id }) else { return }
    // Taken out first, so that the closure is released when nothing is being accessed: what it
    // captured may use this box in its deinit.
    var observe: ((Value) -> Void)?
    swap(&observers[index].observe, &observe)
    if isTelling {
      isUnsettled = true
    } else {
      observers.remove(at: index)
    }
  }
}
