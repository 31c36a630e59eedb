internal import UVLoop

/// Publishes values and reads them as all subscribers, in one thread.
final class Exchange {
  /// How long nothing may come, in milliseconds.
  private static let patience = 10_000
  /// After the last value, in milliseconds: what comes then is one too many.
  private static let settling = 3

  private let publisher: Publisher
  private let subscribers: Subscribers
  private let server: RunningServer
  private let watch: Watch
  private var window: Window
  private let pace: Pace
  /// Values that subscribers have yet to get, or skip, over all of them.
  private var outstanding = 0
  private var awaited: EventSet.Events = .readable
  /// When the last answer came.
  private var acceptingTime = 0

  init(
    _ publisher: Publisher, _ subscribers: Subscribers, _ pace: Pace, on server: RunningServer
  ) throws(Failure) {
    self.publisher = publisher
    self.subscribers = subscribers
    self.pace = pace
    self.server = server
    window = Window(
      size: pace.window, subscribers: subscribers.count, completed: publisher.published)
    watch = try Watch()
    for (index, descriptor) in subscribers.descriptors.enumerated() {
      try watch.add(descriptor, token: index)
    }
    try watch.add(publisher.descriptor, token: subscribers.count)
  }

  /// Publishes for so long, but a whole window at least, and waits until all is delivered.
  ///
  /// - Throws: `Failure.wrong` when a subscriber did not get what it should.
  func run(milliseconds: Int) throws(Failure) -> Outcome {
    try settle()
    let (changes, deliveries) = (publisher.published, subscribers.deliveries)
    let processorTime = try server.account.processorTime()
    let start = MonotonicTime.now
    let end = start + milliseconds * 1_000_000
    acceptingTime = start
    window = Window(size: pace.window, subscribers: subscribers.count, completed: changes)
    repeat {
      try publish()
      try advance()
    } while MonotonicTime.now < end
    while !isDone { try advance() }
    let time = MonotonicTime.now - start
    try settle()
    return Outcome(
      changes: publisher.published - changes, deliveries: subscribers.deliveries - deliveries,
      time: time, acceptingTime: pace.isDelivered ? 0 : acceptingTime - start,
      processorTime: try server.account.processorTime() - processorTime,
      durations: window.durations)
  }

  private var isDone: Bool {
    outstanding == 0 && publisher.accepted == publisher.published
  }

  private func publish() throws(Failure) {
    var completed = publisher.accepted
    if pace.isDelivered { completed = min(completed, window.completed) }
    let room = completed + pace.window - publisher.published
    guard room > 0 else { return }
    let first = publisher.published + 1
    if pace.isDelivered { window.publish(first...publisher.published + room) }
    outstanding += room * subscribers.count
    try publisher.publish(room)
    try watchPublisher()
  }

  /// Waits for what comes next.
  private func advance() throws(Failure) {
    let happened = try watch.wait(milliseconds: Self.patience) { token, events throws(Failure) in
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
      if pace.isDelivered { window.receive(numbers, published: publisher.published) }
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
      // A value that is missing may have been refused, in an answer that is not read yet.
      if publisher.isAnswered { try publisher.read() }
      throw error
    }
  }

  private func watchPublisher() throws(Failure) {
    guard publisher.awaited != awaited else { return }
    awaited = publisher.awaited
    try watch.change(publisher.descriptor, token: subscribers.count, awaited)
  }

  /// Lets the server come to rest.
  private func settle() throws(Failure) {
    var isBusy = true
    while isBusy {
      isBusy = try watch.wait(milliseconds: Self.settling) { token, events throws(Failure) in
        try handle(token, events)
      }
    }
  }
}
