import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The daemon keeps at most a line or two for a client, however slow it is.
///
/// Memory is compared when the ring is full and every operation has been done before, so that
/// everything a daemon always keeps is there. Several readings are taken, of a daemon whose
/// allocator returns large blocks: the allocator's own pool still varies.
@Suite(.blocking) struct BoundsTests {
  private let daemon: DaemonProcess
  private let writer: Peer

  init() throws {
    daemon = try DaemonProcess(environment: [
      "MALLOC_MMAP_THRESHOLD_": "4096", "MALLOC_TRIM_THRESHOLD_": "0", "MALLOC_TOP_PAD_": "0",
    ])
    writer = try daemon.connect()
  }

  @Test(arguments: ["latest", "every"])
  func `a subscriber that stops reading costs one line, whatever changes`(mode: String) throws {
    let members = "\"mode\":\"\(mode)\""
    let witness = try daemon.connect()
    try witness.subscribe("shared.end")
    // Fills the ring, with one subscriber stalled like the other one later.
    let first = try daemon.connect()
    try first.subscribe("shared.**", members)
    var before: [Int] = []
    for _ in 1...6 {
      try storm(rounds: TestLength.size(40, long: 200))
      before.append(try daemon.memory())
    }

    let stalled = try daemon.connect()
    try stalled.subscribe("shared.**", members)
    var readings: [Int] = []
    for round in 1...5 {
      try storm(rounds: TestLength.size(40, long: 200))
      try writer.set("shared.end", round)
      // Others are notified at once.
      expect(try witness.next().boxes, equals: #"{"shared.end":\#(round)}"#)
      readings.append(try daemon.memory())
    }
    let least = try require(readings.min())
    let most = try require(before.suffix(3).max())
    expect(least - most <= 256 << 10, "\(before), then \(readings)")

    // It was not disconnected, and gets the newest state when it reads.
    var state: [String: String] = [:]
    var methods: Set<String> = []
    while state["shared.end"] != "5" {
      let line = try stalled.next()
      methods.insert(line.method ?? "")
      if line.method == "gap" { state = [:] }
      for (path, value) in line["params", "boxes"]?.members ?? [] {
        state[path] = value.description
      }
    }
    expect(methods.contains("gap"), equals: (mode == "every"))
    let answer = try writer.call("get", #"{"boxes":["shared.**"]}"#)
    expect(try stalled.linesUpToNow().allSatisfy { $0.method == "synced" || mode == "every" })
    let boxes = try require(answer["result", "boxes"]?.members)
    expect(state, equals: Dictionary(boxes.map { ($0.name, $0.value.description) }) { $1 })
  }

  @Test func `a snapshot that is not read is not built`() throws {
    let boxes = TestLength.size(1000, long: 5000)
    try writer.setMany((0..<boxes).map { ("shared.b\($0)", text(10_000)) })
    try snapshots(1)
    let before = try daemon.memory()
    let stalled = try daemon.connect()
    try stalled.requestSubscription("shared.**")
    try writer.call("ping")
    expect(try daemon.memory() - before <= 256 << 10)
    var count = 0
    while case let line = try stalled.next(), line.method == "snapshot" {
      count += line["params", "boxes"]?.names.count ?? 0
    }
    expect(count, equals: boxes)
  }

  @Test func `answers that are not read are not built`() throws {
    try writer.set("shared.a", text(10_000))
    let line = Array(#"{"id":1,"method":"get","params":{"boxes":["shared.a"]}}"#.utf8) + [0x0A]
    func ask(_ peer: Peer) throws {
      // All answers together would be 200 MB.
      var sent = 0
      while sent < 20_000, try peer.sendWhatFits(line[...]) == line.count { sent += 1 }
      try writer.call("ping")
      expect(sent < 20_000)
    }
    let first = try daemon.connect()
    try ask(first)
    let before = try daemon.memory()
    // Several clients, because memory of earlier work may be freed in between.
    let others = try (0..<4).map { _ in try daemon.connect() }
    for peer in others { try ask(peer) }
    // Pending answers and one more, the sent part of a piece of it, and the requests of one read.
    expect(try daemon.memory() - before <= others.count * 512 << 10)
  }

  @Test func `answers are built until 256 kB of them are pending, and one more`() throws {
    try writer.set("shared.a", text(10_000))
    let peer = try daemon.connect()
    let ask = #"{"id":1,"method":"get","params":{"boxes":["shared.a"]}}"# + "\n"
    for number in 1... {
      // Each request leaves a trace when it is carried out.
      let trace = #"{"method":"set","params":{"box":"shared.done","value":\#(number)}}"# + "\n"
      let lines = Array((ask + trace).utf8)
      guard try peer.sendWhatFits(lines[...]) == lines.count else { break }
    }
    // The peer's requests take turns, with at least one for each request of the writer, until too
    // many answers are pending.
    var (answered, unchanged) = (0, 0)
    while answered == 0 || unchanged < 3 {
      let value = try writer.call("get", #"{"boxes":["shared.done"]}"#)
      let now = value["result", "boxes", "shared.done"]?.integer ?? 0
      unchanged = now == answered ? unchanged + 1 : 0
      answered = now
    }
    // Count the kernel's part while nothing is added to it.
    try daemon.suspend()
    var size = 0
    var read = 0
    while let line = try peer.nextLineIfThere() {
      size = line.count + 1
      read += 1
    }
    daemon.process.signal(SIGCONT)
    // The kernel may have part of one more line.
    expect((answered - read - 1) * size <= 256 << 10 + size)
    expect((answered - read) * size > 128 << 10)
  }

  /// Sets ten boxes `rounds` times, each time to a new value of up to 10 kB.
  private func storm(rounds: Int) throws {
    try writer.setMany(
      (0..<rounds * 10).map { number in
        ("shared.b\(number % 10)", "[\(number),\(text(number % 50 * 200))]")
      })
  }

  /// Lets `count` clients read a snapshot of everything.
  private func snapshots(_ count: Int) throws {
    for _ in 0..<count {
      let peer = try daemon.connect()
      try peer.subscribe("shared.**")
    }
  }
}
