import Boxes
import Expectations
import Testing

/// Calls a closure when it is released.
private final class Witness {
  private let release: () -> Void

  init(release: @escaping () -> Void = {}) {
    self.release = release
  }

  deinit {
    release()
  }
}

struct MemoryTests {
  @Test func `a binding does not keep its box alive`() {
    var box: Box<Int>? = Box(1)
    weak let weakBox = box
    let binding = box!.bind { _ in }
    box = nil
    expect(weakBox == nil)
    binding.cancel()
  }

  @Test func `a box does not keep the binding alive`() {
    let box = Box(1)
    var binding: Binding? = box.bind { _ in }
    weak let weakBinding = binding
    binding = nil
    expect(weakBinding == nil)
  }

  @Test func `an observer's captures are released on cancel`() {
    let box = Box(1)
    var witness: Witness? = Witness()
    weak let weakWitness = witness
    let binding = box.bind { [witness] _ in withExtendedLifetime(witness) {} }
    witness = nil
    expect(weakWitness != nil)
    binding.cancel()
    expect(weakWitness == nil)
  }

  @Test func `an observer's captures are released on cancel during a change`() {
    let box = Box(1)
    var witness: Witness? = Witness()
    weak let weakWitness = witness
    var later: Binding?
    let earlier = box.bind {
      if $0 == 2 {
        later?.cancel()
        expect(weakWitness == nil)
      }
    }
    later = box.bind { [witness] _ in withExtendedLifetime(witness) {} }
    witness = nil
    box.value = 2
    expect(weakWitness == nil)
    earlier.cancel()
  }

  @Test func `an observer's captures are released with the box`() {
    var box: Box<Int>? = Box(1)
    var witness: Witness? = Witness()
    weak let weakWitness = witness
    let binding = box!.bind { [witness] _ in withExtendedLifetime(witness) {} }
    witness = nil
    box = nil
    expect(weakWitness == nil)
    binding.cancel()
  }

  @Test func `a changed value is released when all observers have it`() {
    let box = Box<Witness?>(nil)
    let binding = box.bind { _ in }
    var witness: Witness? = Witness()
    weak let weakWitness = witness
    box.value = witness
    witness = nil
    expect(weakWitness != nil)
    box.value = nil
    expect(weakWitness == nil)
    binding.cancel()
  }

  @Test func `an old value can read its box while being released`() {
    let box = Box<Witness?>(nil)
    var seen: [Bool] = []
    box.value = Witness { [unowned box] in seen.append(box.value == nil) }
    box.value = nil
    box.value = Witness { [unowned box] in seen.append(box.value == nil) }
    box.update { $0 = nil }
    expect(seen, equals: [true, true])
  }

  @Test func `an observer's capture can use the box while being released`() {
    let box = Box(1)
    let witness = Witness { [unowned box] in
      box.value += 1
      box.bind { _ in }.cancel()
    }
    let binding = box.bind { [witness] _ in withExtendedLifetime(witness) {} }
    _ = consume witness
    binding.cancel()
    expect(box.value, equals: 2)
  }

  @Test func `an observer's capture can cancel another observer while being released`() {
    let box = Box(1)
    var heard: [Int] = []
    var second: Binding?
    let first = box.bind { [witness = Witness { second?.cancel() }] _ in
      withExtendedLifetime(witness) {}
    }
    second = box.bind { heard.append($0) }
    first.cancel()
    box.value = 2
    expect(heard, equals: [1])
  }

  @Test func `an observer can release the last reference to its box`() {
    var box: Box<Int>? = Box(1)
    weak let weakBox = box
    var heard: [Int] = []
    let bindings = [
      box!.bind { if $0 == 2 { box = nil } },
      box!.bind { heard.append($0) },
    ]
    box?.value = 2
    expect(heard, equals: [1, 2])
    expect(weakBox == nil)
    withExtendedLifetime(bindings) {}
  }

  @Test func `many short-lived bindings leave nothing behind`() {
    let box = Box(0)
    var alive = 0
    for number in 0..<10_000 {
      alive += 1
      let binding = box.bind { [witness = Witness { alive -= 1 }] _ in
        withExtendedLifetime(witness) {}
      }
      box.value = number
      binding.cancel()
    }
    expect(alive, equals: 0)
  }
}
