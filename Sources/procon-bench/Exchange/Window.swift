/// Changes that are under way: how many subscribers still lack each, and when it was published.
struct Window {
  /// How many may be under way.
  let size: Int
  /// Changes that every subscriber has.
  private(set) var completed = 0
  /// For each of those, in order, how long it took, in nanoseconds.
  private(set) var durations: [Int] = []

  private let subscribers: Int
  /// By number modulo size.
  private var lacking: [Int]
  private var times: [Int]

  init(size: Int, subscribers: Int, completed: Int) {
    self.size = size
    self.subscribers = subscribers
    self.completed = completed
    lacking = [Int](repeating: 0, count: size)
    times = [Int](repeating: 0, count: size)
  }

  /// Notes that changes are published now.
  ///
  /// - Precondition: there is room for them.
  mutating func publish(_ numbers: ClosedRange<Int>) {
    let now = MonotonicTime.now
    for number in numbers {
      lacking[number % size] = subscribers
      times[number % size] = now
    }
  }

  /// Notes that a subscriber's newest value was the lower number and is the upper one now, which
  /// stands for those in between as well.
  mutating func receive(_ numbers: ClosedRange<Int>, published: Int) {
    guard numbers.count > 1 else { return }
    for number in numbers.dropFirst() { lacking[number % size] -= 1 }
    guard completed < published, lacking[(completed + 1) % size] == 0 else { return }
    let now = MonotonicTime.now
    while completed < published, lacking[(completed + 1) % size] == 0 {
      completed += 1
      durations.append(now - times[completed % size])
    }
  }
}
