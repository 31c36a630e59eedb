import Boxes
import Testing

struct BindingWhileTellingTests {
  private let box = Box(0)
  private let heard = Recorder<Int>()

  @Test func `the current value is told at once and that change not again`() {
    var inner: Binding?
    let outer = box.bind {
      if $0 == 1 {
        inner = box.bind(heard.record)
        #expect(heard.values == [1])
      }
    }
    box.value = 1
    #expect(heard.values == [1])
    box.value = 2
    #expect(heard.values == [1, 2])
    outer.cancel()
    inner?.cancel()
  }

  @Test func `changes that wait and that the current value includes are not told again`() {
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
    #expect(heard.values == [3, 4])
    outer.cancel()
    inner?.cancel()
  }

  @Test func `who binds while another binds hears each value once`() {
    var inner: Binding?
    let outer = box.bind {
      if $0 == 0 {
        box.value = 1
        inner = box.bind(heard.record)
        box.value = 2
      }
    }
    #expect(heard.values == [1, 2])
    outer.cancel()
    inner?.cancel()
  }

  @Test func `who binds and cancels within a change hears the current value only`() {
    let outer = box.bind { if $0 == 1 { box.bind(heard.record).cancel() } }
    box.value = 1
    box.value = 2
    #expect(heard.values == [1])
    outer.cancel()
  }

  @Test func `one observer may go and another come in the same change`() {
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
    #expect(oldHeard.values == [0])
    #expect(heard.values == [1, 2])
    outer.cancel()
    new?.cancel()
  }
}
