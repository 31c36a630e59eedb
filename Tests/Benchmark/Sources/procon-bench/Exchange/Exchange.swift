/// Publishes values and receives them as every subscriber, in one thread.
final class Exchange {
  /// The longest time without any message, in milliseconds.
  private static let patience = 10_000
  /// The time to wait for surplus messages after the last value, in milliseconds.
  private static let settling = 3

  private let publisher: Publisher
  private let subscribers: Subscribers
  private let server: RunningServer
  private let poller: Poller
  private var window: Window
  private let flow: FlowControl
  /// The number of values that all subscribers together have yet to receive or skip.
  private var outstanding = 0
  private var awaited: EventSet.Events = .readable
  /// The time of the last answer.
  private var acceptingTime = 0

  init(
    _ publisher: Publisher, _ subscribers: Subscribers, _ flow: FlowControl,
    on server: RunningServer
  ) throws(Failure) {
    self.publisher = publisher
    self.subscribers = subscribers
    self.flow = flow
    self.server = server
    window = Window(
      size: flow.window, subscribers: subscribers.count, completed: publisher.published)
    poller = try Poller()
    for (index, descriptor) in subscribers.descriptors.enumerated() {
      try poller.add(descriptor, token: index)
    }
    try poller.add(publisher.descriptor, token: subscribers.count)
  }

  /// Publishes for a time, but at least a whole window, and waits until everything is delivered.
  ///
  /// - Throws: `Failure.wrong` when a subscriber did not receive the right values.
  func run(milliseconds: Int) throws(Failure) -> Outcome {
    try settle()
    let (changes, deliveries) = (publisher.published, subscribers.deliveries)
    let processorTime = try server.process.processorTime()
    let start = MonotonicTime.now
    let end = start + milliseconds * 1_000_000
    acceptingTime = start
    window = Window(size: flow.window, subscribers: subscribers.count, completed: changes)
    repeat {
      try publish()
      try advance()
    } while MonotonicTime.now < end
    while !isDone { try advance() }
    let time = MonotonicTime.now - start
    try settle()
    return Outcome(
      changes: publisher.published - changes, deliveries: subscribers.deliveries - deliveries,
      time: time, acceptingTime: flow.isDelivered ? 0 : acceptingTime - start,
      processorTime: try server.process.processorTime() - processorTime,
      durations: window.durations)
  }

  private var isDone: Bool {
    outstanding == 0 && publisher.accepted == publisher.published
  }

  private func publish() throws(Failure) {
    var completed = publisher.accepted
    if flow.isDelivered { completed = min(completed, window.completed) }
    let room = completed + flow.window - publisher.published
    guard room > 0 else { return }
    let first = publisher.published + 1
    if flow.isDelivered { window.publish(first...publisher.published + room) }
    outstanding += room * subscribers.count
    try publisher.publish(room)
    try watchPublisher()
  }

  /// Waits for the next events.
  private func advance() throws(Failure) {
    let happened = try poller.wait(milliseconds: Self.patience) { token, events throws(Failure) in
      try handle(token, events)
    }
    guard !happened else { return }
    let (slowest, newest) = subscribers.slowest
    guard publisher.accepted < publisher.published, newest == publisher.published else {
      let state = "it has value \(newest) of \(publisher.published)"
      throw .wrong(subscriber: slowest, "got nothing for \(Self.patience / 1000) s; \(state)")
    }
    throw .stalled(seconds: Self.patience / 1000, "answers to the publisher are missing")
  }

  private func handle(_ token: Int, _ happened: EventSet.Events) throws(Failure) {
    guard token == subscribers.count else {
      let numbers = try read(token)
      outstanding -= numbers.count - 1
      if flow.isDelivered { window.receive(numbers, published: publisher.published) }
      return
    }
    if happened.contains(.writable) { try publisher.send() }
    if happened.contains(.readable) {
      try publisher.read()
      if publisher.isAnswered { acceptingTime = MonotonicTime.now }
    }
    try watchPublisher()
  }

  private func read(_ subscriber: Int) throws(Failure) -> ClosedRange<Int> {
    do throws(Failure) {
      return try subscribers.read(subscriber, published: publisher.published)
    } catch {
      // A missing value may have been refused, in an answer that is not read yet.
      if publisher.isAnswered { try publisher.read() }
      throw error
    }
  }

  private func watchPublisher() throws(Failure) {
    guard publisher.awaited != awaited else { return }
    awaited = publisher.awaited
    try poller.change(publisher.descriptor, token: subscribers.count, awaited)
  }

  /// Waits until the server sends nothing more.
  private func settle() throws(Failure) {
    var isBusy = true
    while isBusy {
      isBusy = try poller.wait(milliseconds: Self.settling) { token, events throws(Failure) in
        try handle(token, events)
      }
    }
  }
}

/// The limit on the changes under way.
enum FlowControl {
  /// A change is under way until it is answered and every subscriber has it, or in `latest` mode a
  /// newer one.
  case delivered(window: Int)
  /// A change is under way until it is answered, whatever subscribers have received.
  case answered(window: Int)

  var isDelivered: Bool {
    if case .delivered = self { true } else { false }
  }

  var window: Int {
    switch self {
    case .delivered(let window), .answered(let window): window
    }
  }
}

/// The measures of an exchange; times are in nanoseconds.
struct Outcome {
  let changes: Int
  /// The number of values received, by all subscribers together.
  let deliveries: Int
  /// Until the last subscriber has the last value.
  let time: Int
  /// Until the answer to the last change; 0 unless answers alone limit the publisher.
  let acceptingTime: Int
  /// The server's processor time.
  let processorTime: Int
  /// For each change, until the last subscriber has it; empty when answers alone limit the
  /// publisher.
  let durations: [Int]
}

/// The changes under way: when each was published, and how many subscribers lack it.
struct Window {
  /// The largest number of changes under way.
  let size: Int
  /// The number of changes that every subscriber has.
  private(set) var completed = 0
  /// The time that each of those took, in order, in nanoseconds.
  private(set) var durations: [Int] = []

  private let subscribers: Int
  /// The number of subscribers that lack a change, by its number modulo size.
  private var lacking: [Int]
  private var times: [Int]

  init(size: Int, subscribers: Int, completed: Int) {
    self.size = size
    self.subscribers = subscribers
    self.completed = completed
    lacking = [Int](repeating: 0, count: size)
    times = [Int](repeating: 0, count: size)
  }

  /// Records that changes are published now.
  ///
  /// - Precondition: the window has room for them.
  mutating func publish(_ numbers: ClosedRange<Int>) {
    let now = MonotonicTime.now
    for number in numbers {
      lacking[number % size] = subscribers
      times[number % size] = now
    }
  }

  /// Records that a subscriber's newest value advanced from the lower to the upper number, whether
  /// or not it skipped those in between.
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
