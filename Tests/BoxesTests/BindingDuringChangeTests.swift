import Boxes
import Expectations
import Testing

struct BindingDuringChangeTests {
  private let box = Box(0)
  private let heard = Recorder<Int>()

  @Test func `binding during a change delivers the current value at once, and only once`() {
    var inner: Binding?
    let outer = box.bind {
      if $0 == 1 {
        inner = box.bind(heard.record)
        expect(heard.values, equals: [1])
      }
    }
    box.value = 1
    expect(heard.values, equals: [1])
    box.value = 2
    expect(heard.values, equals: [1, 2])
    outer.cancel()
    inner?.cancel()
  }

  @Test func `pending changes that the current value includes are not delivered again`() {
    var inner: Binding?
    let outer = box.bind {
      if $0 == 1 {
        box.value = 2
        box.value = 3
        inner = box.bind(heard.record)
        box.value = 4
      }
    }
    box.value = 1
    expect(heard.values, equals: [3, 4])
    outer.cancel()
    inner?.cancel()
  }

  @Test func `binding while another observer binds delivers each value once`() {
    var inner: Binding?
    let outer = box.bind {
      if $0 == 0 {
        box.value = 1
        inner = box.bind(heard.record)
        box.value = 2
      }
    }
    expect(heard.values, equals: [1, 2])
    outer.cancel()
    inner?.cancel()
  }

  @Test func `an observer that binds and cancels during a change gets only the current value`() {
    let outer = box.bind { if $0 == 1 { box.bind(heard.record).cancel() } }
    box.value = 1
    box.value = 2
    expect(heard.values, equals: [1])
    outer.cancel()
  }

  @Test func `one observer can leave and another join during the same change`() {
    var old: Binding?
    var new: Binding?
    let oldHeard = Recorder<Int>()
    let outer = box.bind {
      if $0 == 1 {
        old?.cancel()
        new = box.bind(heard.record)
      }
    }
    old = box.bind(oldHeard.record)
    box.value = 1
    box.value = 2
    expect(oldHeard.values, equals: [0])
    expect(heard.values, equals: [1, 2])
    outer.cancel()
    new?.cancel()
  }
}
