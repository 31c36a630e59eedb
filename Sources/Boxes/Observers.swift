/// The observers of a box, except for the one that the box itself refers to.
@usableFromInline
final class Observers<Value>: ObserverList {
  /// In order of binding. Observers that end during a notification stay, without their closure.
  @usableFromInline var bound: [Bound] = []
  /// In no particular order; those that were released stay until the array is full.
  @usableFromInline var attached: [Attached] = []
  /// The number of the newest change.
  @usableFromInline var changes = 0
  /// The number of the newest change that observers were, or are being, notified of.
  @usableFromInline var notified = 0
  @usableFromInline var isNotifying = false
  /// Whether work is left for after the current notification.
  @usableFromInline var isUnsettled = false
  /// Values whose notification waits until the current one is complete, oldest first.
  @usableFromInline var pending: [Value] = []
  private var lastID = 0

  @usableFromInline struct Bound {
    let id: Int
    /// The number of the newest change when it bound.
    @usableFromInline let boundAt: Int
    /// nil once it has ended.
    @usableFromInline var observe: ((Value) -> Void)?
  }

  @usableFromInline struct Attached {
    @usableFromInline weak var observer: (any BoxObserver)?
    @usableFromInline let number: Int
  }

  init() {}

  func attach(_ observer: any BoxObserver, as number: Int) {
    if attached.count == attached.capacity { attached.removeAll { $0.observer == nil } }
    attached.append(Attached(observer: observer, number: number))
  }

  func detach(_ observer: any BoxObserver) {
    attached.removeAll { $0.observer === observer }
  }

  /// - Parameter value: the current value.
  func bind(_ observer: @escaping (Value) -> Void, _ value: Value) -> Binding {
    lastID += 1
    let id = lastID
    bound.append(Bound(id: id, boundAt: changes, observe: observer))
    let isOutermost = !isNotifying
    isNotifying = true
    observer(value)
    if isOutermost {
      if isUnsettled { settle() }
      isNotifying = false
    }
    return Binding(id, in: self)
  }

  /// - Parameter value: the new value.
  @inlinable func changed(_ value: Value) {
    for index in attached.indices { attached[index].observer?.boxChanged(attached[index].number) }
    changes += 1
    guard !isNotifying else {
      pending.append(value)
      isUnsettled = true
      return
    }
    isNotifying = true
    notify(value)
    if isUnsettled { settle() }
    isNotifying = false
  }

  @inlinable func notify(_ value: Value) {
    notified += 1
    let number = notified
    for index in 0..<bound.count {
      let observer = bound[index]
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
    bound.removeAll { $0.observe == nil }
  }

  func end(_ id: Int) {
    guard let index = bound.firstIndex(where: { $0.id == id }) else { return }
    // Taken out first, so that the closure is released while nothing is being accessed: what it
    // captured may use this box in its deinit.
    var observe: ((Value) -> Void)?
    swap(&bound[index].observe, &observe)
    if isNotifying {
      isUnsettled = true
    } else {
      bound.remove(at: index)
    }
  }
}

/// The observers of a box of any type. A binding refers to them without a closure.
protocol ObserverList: AnyObject {
  /// Ends the binding of an observer, by its number.
  func end(_ id: Int)
}
