import Boxes
import Expectations
import Testing

struct BoxTests {
  private let box = Box(1)
  private let heard = Recorder<Int>()

  @Test func `an observer gets the current value when it binds`() {
    let binding = box.bind(heard.record)
    expect(heard.values, equals: [1])
    binding.cancel()
  }

  @Test func `an observer is notified of each assignment, even of equal values`() {
    let binding = box.bind(heard.record)
    box.value = 2
    box.value = 2
    box.value = 3
    expect(heard.values, equals: [1, 2, 2, 3])
    binding.cancel()
  }

  @Test func `an observer that binds after a change gets the changed value`() {
    box.value = 2
    let binding = box.bind(heard.record)
    expect(heard.values, equals: [2])
    binding.cancel()
  }

  @Test func `a value can be read back with and without observers`() {
    box.value = 5
    expect(box.value, equals: 5)
  }

  @Test func `a second bind does not replace the first`() {
    let second = Recorder<Int>()
    let bindings = [box.bind(heard.record), box.bind(second.record)]
    box.value = 2
    expect(heard.values, equals: [1, 2])
    expect(second.values, equals: [1, 2])
    withExtendedLifetime(bindings) {}
  }

  @Test func `observers are notified in the order in which they were bound`() {
    let order = Recorder<String>()
    let bindings = ["a", "b", "c"].map { name in
      box.bind { order.record("\(name)\($0)") }
    }
    box.value = 2
    expect(order.values, equals: ["a1", "b1", "c1", "a2", "b2", "c2"])
    withExtendedLifetime(bindings) {}
  }

  @Test func `the order stays when one observer leaves and another joins`() {
    let order = Recorder<String>()
    func bind(_ name: String) -> Binding { box.bind { order.record("\(name)\($0)") } }
    var bindings = [bind("a"), bind("b"), bind("c")]
    bindings.remove(at: 1).cancel()
    bindings.append(bind("d"))
    box.value = 2
    expect(order.values.suffix(3), equals: ["a2", "c2", "d2"])
    withExtendedLifetime(bindings) {}
  }

  @Test func `boxes do not affect each other`() {
    let other = Box(10)
    let binding = box.bind(heard.record)
    other.value = 11
    expect(heard.values, equals: [1])
    binding.cancel()
  }

  @Test func `a hundred observers each get every value`() {
    let recorders = (0..<100).map { _ in Recorder<Int>() }
    let bindings = recorders.map { box.bind($0.record) }
    box.value = 2
    box.value = 3
    expect(recorders.allSatisfy { $0.values == [1, 2, 3] })
    withExtendedLifetime(bindings) {}
  }
}
