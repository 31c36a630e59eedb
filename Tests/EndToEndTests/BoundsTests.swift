import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// However slow a client is, the daemon keeps no more for it than a line or two.
///
/// Memory is compared once the ring is full and everything was done before, so that all that a
/// daemon keeps in any case is there. Several readings are taken, of a daemon whose allocator gives
/// back what is large: its own stock comes and goes all the same.
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
  func `a subscriber that stops reading costs a line, whatever changes`(mode: String) throws {
    let members = "\"mode\":\"\(mode)\""
    let witness = try daemon.connect()
    try witness.subscribe("shared.end")
    // Fills the ring, and stalls one as the other will be.
    let first = try daemon.connect()
    try first.subscribe("shared.**", members)
    var before: [Int] = []
    for _ in 1...6 {
      try storm(rounds: 200)
      before.append(try daemon.memory())
    }

    let stalled = try daemon.connect()
    try stalled.subscribe("shared.**", members)
    var readings: [Int] = []
    for round in 1...5 {
      try storm(rounds: 200)
      try writer.set("shared.end", round)
      // Others are told at once.
      #expect(try witness.next().boxes == #"{"shared.end":\#(round)}"#)
      readings.append(try daemon.memory())
    }
    let least = try #require(readings.min())
    let most = try #require(before.suffix(3).max())
    #expect(least - most <= 256 << 10, "\(before), then \(readings)")

    // It was not disconnected, and gets the newest when it reads.
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
    #expect(methods.contains("gap") == (mode == "every"))
    let answer = try writer.call("get", #"{"boxes":["shared.**"]}"#)
    #expect(try stalled.linesUpToNow().allSatisfy { $0.method == "synced" || mode == "every" })
    let boxes = try #require(answer["result", "boxes"]?.members)
    #expect(state == Dictionary(boxes.map { ($0.name, $0.value.description) }) { $1 })
  }

  @Test func `a snapshot that is not read is not made`() throws {
    let boxes = 5000
    try writer.setMany((0..<boxes).map { ("shared.b\($0)", text(10_000)) })
    try snapshots(1)
    let before = try daemon.memory()
    let stalled = try daemon.connect()
    try stalled.requestSubscription("shared.**")
    try writer.call("ping")
    #expect(try daemon.memory() - before <= 256 << 10)
    var count = 0
    while case let line = try stalled.next(), line.method == "snapshot" {
      count += line["params", "boxes"]?.names.count ?? 0
    }
    #expect(count == boxes)
  }

  @Test func `answers that are not read are not made`() throws {
    try writer.set("shared.a", text(10_000))
    let line = Array(#"{"id":1,"method":"get","params":{"boxes":["shared.a"]}}"#.utf8) + [0x0A]
    func ask(_ peer: Peer) throws {
      // Were they all answered, it would be 200 MB.
      var sent = 0
      while sent < 20_000, try peer.sendWhatFits(line[...]) == line.count { sent += 1 }
      try writer.call("ping")
      #expect(sent < 20_000)
    }
    let first = try daemon.connect()
    try ask(first)
    let before = try daemon.memory()
    // Several, because memory of earlier work may be given back in between.
    let others = try (0..<4).map { _ in try daemon.connect() }
    for peer in others { try ask(peer) }
    // What waits and one answer more, what is sent already of a piece of it, and the requests of one
    // read.
    #expect(try daemon.memory() - before <= others.count * 512 << 10)
  }

  @Test func `answers are made until 256 kB of them wait, and one more`() throws {
    try writer.set("shared.a", text(10_000))
    let peer = try daemon.connect()
    let ask = #"{"id":1,"method":"get","params":{"boxes":["shared.a"]}}"# + "\n"
    for number in 1... {
      // What is carried out leaves a trace.
      let trace = #"{"method":"set","params":{"box":"shared.done","value":\#(number)}}"# + "\n"
      let lines = Array((ask + trace).utf8)
      guard try peer.sendWhatFits(lines[...]) == lines.count else { break }
    }
    // The peer's requests take turns: at least one for each request of the writer, until too many
    // answers wait.
    var (answered, unchanged) = (0, 0)
    while answered == 0 || unchanged < 3 {
      let value = try writer.call("get", #"{"boxes":["shared.done"]}"#)
      let now = value["result", "boxes", "shared.done"]?.integer ?? 0
      unchanged = now == answered ? unchanged + 1 : 0
      answered = now
    }
    // What the kernel holds is counted while nothing is added to it.
    try daemon.suspend()
    var size = 0
    var read = 0
    while let line = try peer.nextLineIfThere() {
      size = line.count + 1
      read += 1
    }
    daemon.process.signal(SIGCONT)
    // Of one line more the kernel may have a part.
    #expect((answered - read - 1) * size <= 256 << 10 + size)
    #expect((answered - read) * size > 128 << 10)
  }

  /// Sets ten boxes so many times, each time to something new of up to 10 kB.
  private func storm(rounds: Int) throws {
    try writer.setMany(
      (0..<rounds * 10).map { number in
        ("shared.b\(number % 10)", "[\(number),\(text(number % 50 * 200))]")
      })
  }

  /// Has so many clients read a snapshot of everything.
  private func snapshots(_ count: Int) throws {
    for _ in 0..<count {
      let peer = try daemon.connect()
      try peer.subscribe("shared.**")
    }
  }
}
