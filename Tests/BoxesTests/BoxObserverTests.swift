import Expectations
import Testing

@testable import Boxes

/// Records the numbers of the boxes that have changed.
private final class Watcher: BoxObserver {
  private(set) var numbers: [Int] = []
  private let whenChanged: () -> Void

  init(whenChanged: @escaping () -> Void = {}) {
    self.whenChanged = whenChanged
  }

  func boxChanged(_ number: Int) {
    numbers.append(number)
    whenChanged()
  }
}

struct BoxObserverTests {
  private let box = Box(1)
  private let watcher = Watcher()

  @Test func `an attached observer is notified of each assignment, even of an equal value`() {
    box.attach(watcher, as: 7)
    expect(watcher.numbers, equals: [])
    box.value = 2
    box.value = 2
    box.value += 1
    box.update { $0 = 4 }
    expect(watcher.numbers, equals: [7, 7, 7, 7])
  }

  @Test func `a change that throws notifies no attached observer`() {
    struct Failure: Error {}
    box.attach(watcher, as: 0)
    #expect(throws: Failure.self) {
      try box.update { (_) throws(Failure) in throw Failure() }
    }
    expect(watcher.numbers, equals: [])
  }

  @Test func `one observer attaches to several boxes`() {
    let other = Box("")
    box.attach(watcher, as: 0)
    other.attach(watcher, as: 1)
    other.value = "changed"
    box.value = 2
    expect(watcher.numbers, equals: [1, 0])
  }

  @Test func `several observers attach to one box`() {
    let others = [Watcher(), Watcher()]
    box.attach(watcher, as: 0)
    for (index, other) in others.enumerated() { box.attach(other, as: index + 1) }
    box.value = 2
    expect(watcher.numbers, equals: [0])
    expect(others.map(\.numbers), equals: [[1], [2]])
  }

  @Test(arguments: 0..<3)
  func `an observer that detaches is not notified, and the others still are`(index: Int) {
    let watchers = [Watcher(), Watcher(), Watcher()]
    for watcher in watchers { box.attach(watcher, as: 0) }
    box.detach(watchers[index])
    box.value = 2
    expect(watchers.map(\.numbers.count).enumerated().allSatisfy { $1 == ($0 == index ? 0 : 1) })
  }

  @Test func `an observer that attached twice detaches at once`() {
    box.attach(watcher, as: 0)
    box.attach(watcher, as: 1)
    box.value = 2
    expect(watcher.numbers.sorted(), equals: [0, 1])
    box.detach(watcher)
    box.value = 3
    expect(watcher.numbers.count, equals: 2)
  }

  @Test func `detaching an observer that is not attached does nothing`() {
    box.detach(watcher)
    box.attach(watcher, as: 0)
    box.detach(Watcher())
    box.value = 2
    expect(watcher.numbers, equals: [0])
  }

  @Test func `an output attaches and detaches observers`() {
    let output = Output(box)
    output.attach(watcher, as: 3)
    box.value = 2
    output.detach(watcher)
    box.value = 3
    expect(watcher.numbers, equals: [3])
  }

  @Test func `an attached observer can read the new value`() {
    var seen: [Int] = []
    let reader = Watcher { [box] in seen.append(box.value) }
    box.attach(reader, as: 0)
    box.value = 2
    box.value += 1
    expect(seen, equals: [2, 3])
  }

  @Test func `attached observers are notified before those that have bound`() {
    var atNotification: [Int] = []
    let binding = box.bind { [watcher] _ in atNotification.append(watcher.numbers.count) }
    box.attach(watcher, as: 0)
    box.value = 2
    expect(atNotification, equals: [0, 1])
    binding.cancel()
  }

  @Test func `an assignment during a notification notifies attached observers at once`() {
    box.attach(watcher, as: 0)
    var atAssignment: Int?
    let binding = box.bind { [watcher, unowned box] value in
      guard value == 2 else { return }
      box.value = 3
      atAssignment = watcher.numbers.count
    }
    box.value = 2
    expect(atAssignment, equals: 2)
    expect(watcher.numbers.count, equals: 2)
    binding.cancel()
  }

  @Test func `a box does not keep an attached observer alive`() {
    var first: Watcher? = Watcher()
    var second: Watcher? = Watcher()
    weak let weakFirst = first
    weak let weakSecond = second
    box.attach(first!, as: 0)
    box.attach(second!, as: 0)
    box.attach(watcher, as: 0)
    (first, second) = (nil, nil)
    expect(weakFirst == nil && weakSecond == nil)
    box.value = 2
    expect(watcher.numbers, equals: [0])
  }

  @Test func `an attached observer does not keep the box alive`() {
    var box: Box<Int>? = Box(1)
    weak let weakBox = box
    box?.attach(watcher, as: 0)
    box = nil
    expect(weakBox == nil)
    withExtendedLifetime(watcher) {}
  }

  @Test func `observers that were released without detaching leave nothing behind`() {
    box.attach(watcher, as: 0)
    for _ in 0..<10_000 { box.attach(Watcher(), as: 0) }
    expect((box.others?.attached.count ?? 0) < 10)
  }
}
