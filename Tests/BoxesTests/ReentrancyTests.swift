import Boxes
import Expectations
import Testing

struct ReentrancyTests {
  private let box = Box(0)
  private let first = Recorder<Int>()
  private let last = Recorder<Int>()

  /// Binds an observer between two recorders.
  private func bind(_ observer: @escaping (Int) -> Void) -> [Binding] {
    [box.bind(first.record), box.bind(observer), box.bind(last.record)]
  }

  @Test func `every observer gets all values in order and ends with the last`() {
    let bindings = bind { if $0 == 1 { box.value = 2 } }
    box.value = 1
    expect(first.values, equals: [0, 1, 2])
    expect(last.values, equals: [0, 1, 2])
    expect(box.value, equals: 2)
    withExtendedLifetime(bindings) {}
  }

  @Test func `the new value can be read at once, but is delivered after the old one`() {
    let order = Recorder<String>()
    let bindings = [
      box.bind {
        order.record("a\($0)")
        if $0 == 1 {
          box.value = 2
          order.record("reads \(box.value)")
        }
      },
      box.bind { order.record("b\($0)") },
    ]
    box.value = 1
    expect(order.values, equals: ["a0", "b0", "a1", "reads 2", "b1", "a2", "b2"])
    withExtendedLifetime(bindings) {}
  }

  @Test func `several assignments in one call, including in-place ones, are delivered in order`() {
    let bindings = bind {
      if $0 == 1 {
        box.value = 2
        box.value += 1
        box.update { $0 += 1 }
      }
    }
    box.value = 1
    expect(first.values, equals: [0, 1, 2, 3, 4])
    expect(last.values, equals: [0, 1, 2, 3, 4])
    withExtendedLifetime(bindings) {}
  }

  @Test func `each step of a chain of assignments is delivered`() {
    let bindings = bind { if 1..<100 ~= $0 { box.value = $0 + 1 } }
    box.value = 1
    expect(first.values, equals: Array(0...100))
    expect(last.values, equals: Array(0...100))
    withExtendedLifetime(bindings) {}
  }

  @Test func `assignments by two observers are delivered in order`() {
    let bindings = [
      box.bind(first.record),
      box.bind { if $0 == 1 { box.value = 10 } },
      box.bind { if $0 == 1 { box.value = 20 } },
      box.bind(last.record),
    ]
    box.value = 1
    expect(first.values, equals: [0, 1, 10, 20])
    expect(last.values, equals: [0, 1, 10, 20])
    withExtendedLifetime(bindings) {}
  }

  @Test func `an observer that assigns during bind is not called recursively`() {
    var depth = 0
    var deepest = 0
    let before = box.bind(first.record)
    let binding = box.bind {
      depth += 1
      deepest = max(deepest, depth)
      last.record($0)
      if $0 < 2 { box.value = $0 + 1 }
      depth -= 1
    }
    expect(deepest, equals: 1)
    expect(first.values, equals: [0, 1, 2])
    expect(last.values, equals: [0, 1, 2])
    before.cancel()
    binding.cancel()
  }

  @Test func `two boxes that follow each other settle on one value`() {
    let other = Box(0)
    let bindings = [
      box.bind { if other.value != $0 { other.value = $0 } },
      other.bind { if box.value != $0 { box.value = $0 } },
      box.bind(first.record),
      other.bind(last.record),
    ]
    box.value = 1
    other.value = 2
    expect(first.values, equals: [0, 1, 2])
    expect(last.values, equals: [0, 1, 2])
    withExtendedLifetime(bindings) {}
  }

  @Test func `a box notifies as usual after it has settled`() {
    let bindings = bind { if $0 == 1 { box.value = 2 } }
    box.value = 1
    box.value = 3
    expect(first.values, equals: [0, 1, 2, 3])
    expect(last.values, equals: [0, 1, 2, 3])
    withExtendedLifetime(bindings) {}
  }
}
