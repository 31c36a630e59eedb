internal import UVLoop

/// How long a cluster is waited for, and what it may use up.
struct EtcdLimits: Sendable {
  /// Maximum time until a connection to a member is ready.
  var connecting: Duration = .seconds(1)
  /// Maximum time until a member has answered. A member that is frozen takes that long to notice; an
  /// election takes about as long.
  var attempt: Duration = .seconds(2)
  /// How many bytes of a request are sent in a second, at least: 4 MBit/s.
  var bytesPerSecond = 500_000
  /// Maximum time until one of the members has answered.
  var total: Duration = .seconds(10)
  /// The first pause after all members have failed, to which up to as much is added at random. It
  /// doubles with each round, up to `longestPause`.
  var pause: Duration = .milliseconds(50)
  var longestPause: Duration = .seconds(1)
  /// Maximum number of requests in flight. Others wait.
  var inFlight = 64
  /// Maximum size of an answer, and of one answer of a watch, in bytes. By default, etcd
  /// allows 1.5 MiB for a value, which are 2 MiB here.
  var answer = 32 * 1024 * 1024
  /// What a page of a list should have, in bytes: 10 ms of reading, and one value of etcd's.
  var page = 1024 * 1024
  /// The time between two proofs that a watch lives.
  var proof: Duration = .seconds(1)
  /// Maximum time that a watch may be silent or behind the cluster before another member takes over.
  /// Members are a few milliseconds apart.
  var lag: Duration = .seconds(2)
  /// Maximum age of the last proof before a watch counts as interrupted: one interval, one member
  /// that is silent, and the next one.
  var staleness: Duration = .seconds(4)

  /// What a request may take longer because of its size, in bytes.
  func sending(_ size: Int) -> Duration { .seconds(Double(size) / Double(bytesPerSecond)) }
}

/// Why members have not answered a request.
struct EtcdFailures {
  private(set) var count = 0
  private var reasons: [Int: String] = [:]
  private var pauses: Duration
  private let longest: Duration

  init(_ limits: EtcdLimits) {
    (pauses, longest) = (limits.pause, limits.longestPause)
  }

  /// The last one of each member that was asked, in their order.
  var reason: String {
    let texts = reasons.sorted { $0.key < $1.key }.map(\.value)
    return texts.isEmpty ? "no answer in time" : texts.joined(separator: "; ")
  }

  mutating func note(_ reason: String, of index: Int) {
    count += 1
    reasons[index] = reason
  }

  /// Waits before all members are asked again, longer each time.
  mutating func pause() async {
    await Pause.wait(for: pauses * Double.random(in: 1...2))
    pauses = min(pauses * 2, longest)
  }
}

/// A number of requests that may be in flight. Others wait in their order.
@LoopActor
final class EtcdSlots {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) {
    free = count
  }

  /// Returns when the caller may send a request.
  func take() async {
    await withCheckedContinuation { continuation in
      guard free == 0 else {
        free -= 1
        return continuation.resume()
      }
      // It is passed on, so that nobody overtakes.
      waiting.append(continuation)
    }
  }

  /// Lets another caller send a request.
  func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }

  /// Lets all proceed that wait.
  func open() {
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }
}
