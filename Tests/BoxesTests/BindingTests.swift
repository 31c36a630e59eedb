import Boxes
import Expectations
import Testing

struct BindingTests {
  private let box = Box(1)
  private let heard = Recorder<Int>()

  @Test func `after cancel the observer is not notified`() {
    let binding = box.bind(heard.record)
    binding.cancel()
    box.value = 2
    expect(heard.values, equals: [1])
  }

  @Test func `cancelling twice has no further effect`() {
    let other = Recorder<Int>()
    let binding = box.bind(heard.record)
    let otherBinding = box.bind(other.record)
    binding.cancel()
    binding.cancel()
    box.value = 2
    expect(heard.values, equals: [1])
    expect(other.values, equals: [1, 2])
    otherBinding.cancel()
  }

  @Test func `releasing a binding cancels it`() {
    var binding: Binding? = box.bind(heard.record)
    box.value = 2
    withExtendedLifetime(binding) {}
    binding = nil
    box.value = 3
    expect(heard.values, equals: [1, 2])
  }

  @Test func `a binding that is not kept is notified once`() {
    _ = box.bind(heard.record)
    box.value = 2
    expect(heard.values, equals: [1])
  }

  @Test func `an observer cancelled by an earlier observer of a change does not get it`() {
    var later: Binding?
    let earlier = box.bind { if $0 == 2 { later?.cancel() } }
    later = box.bind(heard.record)
    box.value = 2
    box.value = 3
    expect(heard.values, equals: [1])
    earlier.cancel()
  }

  @Test func `an observer released by an earlier observer of a change does not get it`() {
    var later: [Binding] = []
    let earlier = box.bind { if $0 == 2 { later.removeAll() } }
    later.append(box.bind(heard.record))
    box.value = 2
    expect(heard.values, equals: [1])
    earlier.cancel()
  }

  @Test func `an observer cancelled by a later observer has received only that change`() {
    let earlier = box.bind(heard.record)
    let later = box.bind { if $0 == 2 { earlier.cancel() } }
    box.value = 2
    box.value = 3
    expect(heard.values, equals: [1, 2])
    later.cancel()
  }

  @Test func `an observer that cancels itself gets no further changes, but the others do`() {
    let other = Recorder<Int>()
    var own: Binding?
    own = box.bind {
      heard.record($0)
      if $0 == 2 { own?.cancel() }
    }
    let otherBinding = box.bind(other.record)
    box.value = 2
    box.value = 3
    expect(heard.values, equals: [1, 2])
    expect(other.values, equals: [1, 2, 3])
    otherBinding.cancel()
  }

  @Test func `a cancelled observer does not get pending changes`() {
    var later: Binding?
    let earlier = box.bind {
      if $0 == 2 {
        box.value = 3
        later?.cancel()
      }
    }
    later = box.bind(heard.record)
    box.value = 2
    expect(heard.values, equals: [1])
    earlier.cancel()
  }

  @Test func `cancelling after the box is released does nothing`() {
    var box: Box<Int>? = Box(1)
    let binding = box!.bind(heard.record)
    box = nil
    binding.cancel()
    expect(heard.values, equals: [1])
  }
}
