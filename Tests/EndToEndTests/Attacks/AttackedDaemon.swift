import BoxWire
import BoxWireTestSupport
import Glibc
import Synchronization
import SystemTestSupport

/// A daemon with a watchdog, under attack. During the attack another client measures the time to an
/// answer and to a greeting, and the daemon's memory.
///
/// In the long tests, which PROCON_PROGRAMS lets attack a release build, the attacks have their full
/// size, print the measurements, and check times too. Otherwise they are samples, and check only
/// what does not depend on the machine.
final class AttackedDaemon: Sendable {
  static let isFull = TestLength.isLong

  let daemon: DaemonProcess
  private let name: String
  private let receiver: StateReceiver
  private let measures = Mutex(Measures())
  private let isOver = Atomic(false)

  private struct Measures {
    var pings: [Duration] = []
    var greetings: [Duration] = []
    var gaps: [Duration] = []
    /// Bytes of memory.
    var before = 0
    var peak = 0
  }

  /// - Parameters:
  ///   - name: of the attack, for the output.
  ///   - limits: members of the configuration's `limits`.
  init(_ name: String, limits: String = "") throws {
    self.name = name
    raiseDescriptorLimit()
    let directory = TemporaryDirectory()
    receiver = try StateReceiver(at: directory.file("notify"))
    try write(#"{"limits":{\#(limits)}}"#, to: directory.file("procond.json"))
    daemon = try DaemonProcess(
      ["--config", directory.file("procond.json")],
      environment: ["NOTIFY_SOCKET": receiver.name, "WATCHDOG_USEC": "1000000"], in: directory)
  }

  /// The size of an attack: of its sample, or in full.
  func size(_ sample: Int, full: Int) -> Int { TestLength.size(sample, long: full) }

  /// Runs an attack, and measures until it ends.
  func attack(_ body: () throws -> Void) async throws {
    let before = try daemon.memory()
    measures.withLock { $0.before = before }
    async let watched: Void = onOwnThread { try self.watch() }
    async let probed: Void = onOwnThread { try self.probe() }
    let outcome = Result { try body() }
    isOver.store(true, ordering: .relaxed)
    try await watched
    try await probed
    try outcome.get()
  }

  /// The maximum growth of the daemon, in bytes.
  var growth: Int { measures.withLock { $0.peak - $0.before } }

  /// Pings and connects once in a while: often enough for percentiles of a full attack.
  private func probe() throws {
    let peer = try daemon.connect()
    while !isOver.load(ordering: .relaxed) {
      let start = ContinuousClock.now
      try peer.call("ping")
      let answered = ContinuousClock.now
      let newcomer = try Peer.connect(to: daemon.socket, waiting: .patience)
      let greeted = ContinuousClock.now
      newcomer.close()
      let memory = try daemon.memory()
      measures.withLock { measures in
        measures.pings.append(start.duration(to: answered))
        measures.greetings.append(answered.duration(to: greeted))
        measures.peak = max(measures.peak, memory)
      }
      poll(nil, 0, Self.isFull ? 10 : 50)
    }
  }

  /// The time from the start of the attack to the first watchdog message after its end.
  private func watch() throws {
    var last = ContinuousClock.now
    while true {
      let wasOver = isOver.load(ordering: .relaxed)
      guard try receiver.next(within: .seconds(60)).contains("WATCHDOG=1") else { continue }
      let now = ContinuousClock.now
      measures.withLock { $0.gaps.append(last.duration(to: now)) }
      if wasOver { return }
      last = now
    }
  }

  /// Prints the measurements, and checks them.
  ///
  /// - Parameter bytes: the allowed growth of the daemon during a full attack.
  func conclude(growth bytes: Int? = nil) throws -> [String] {
    guard Self.isFull else { return [] }
    let measured = measures.withLock { $0 }
    // What waits when the clients leave is carried out first; then the memory is returned.
    let (ended, deadline) = (ContinuousClock.now, Deadline(after: .seconds(60)))
    var after = try daemon.memory()
    while after - measured.before > Self.kept, !deadline.hasPassed {
      poll(nil, 0, 100)
      after = try daemon.memory()
    }
    let time = ended.duration(to: .now)
    let ping = measured.pings.percentile(99)
    let greeting = measured.greetings.percentile(99)
    let gap = measured.gaps.max() ?? .zero
    print(
      """
      \(name): ping p99 \(ping.text), greeting p99 \(greeting.text), longest watchdog gap \
      \(gap.text), memory \(measured.before.text) before, \(measured.peak.text) at most, \
      \(after.text) after \(time.text)
      """)
    var faults: [String] = []
    if ping > .milliseconds(100) { faults.append("ping \(ping)") }
    if greeting > .milliseconds(100) { faults.append("greeting \(greeting)") }
    if gap > .seconds(1) { faults.append("gap \(gap)") }
    if let bytes, growth > bytes { faults.append("it grew by \(growth) bytes") }
    if after - measured.before > Self.kept { faults.append("\(after) bytes stay") }
    return faults
  }

  /// The number of bytes that may stay when all is over.
  private static let kept = 20 << 20
}

extension [Duration] {
  fileprivate func percentile(_ percent: Int) -> Duration {
    sorted().dropFirst(count * percent / 100).first ?? .zero
  }
}

extension Duration {
  fileprivate var text: String { "\(Int((self / .milliseconds(1)).rounded())) ms" }
}

extension Int {
  fileprivate var text: String { "\(self >> 20) MiB" }
}
