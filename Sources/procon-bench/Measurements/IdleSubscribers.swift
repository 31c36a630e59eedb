/// What it takes to become a subscriber, and what an idle one costs.
struct IdleSubscribers {
  /// How many; a server that cannot be measured with as many gets as many as it can.
  let count: Int

  /// Subscribers that come and go before it is measured.
  private static let warmUp = 32
  /// How long a server has to come to rest, in milliseconds.
  private static let rest = 50

  func run(_ subject: Subject) throws(Failure) -> Sample {
    let count = min(count, subject.contender.mostSubscribers)
    let setting = try Setting(subject, size: 128)
    try warmUp(setting)
    MonotonicTime.pass(milliseconds: Self.rest)
    let before = try setting.server.account.residentMemory()
    let start = MonotonicTime.now
    let connections = try setting.connect(count)
    let time = MonotonicTime.now - start
    MonotonicTime.pass(milliseconds: Self.rest)
    let memory = try setting.server.account.residentMemory() - before
    return withExtendedLifetime(connections) {
      [
        .bytesPerSubscriber: Double(memory) / Double(count),
        .connectsPerSecond: Double(count) * 1e9 / Double(time),
      ]
    }
  }

  /// Has a few subscribers get a few values.
  private func warmUp(_ setting: Setting) throws(Failure) {
    let members = setting.subscribers(try setting.connect(Self.warmUp))
    let exchange = try setting.exchange(members, .delivered(window: 1))
    _ = try exchange.run(milliseconds: Self.rest)
  }
}
