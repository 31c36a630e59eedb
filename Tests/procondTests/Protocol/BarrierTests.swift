import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// A `ping` that waits for lines that will not be sent any more.
@Suite(.blocking) struct BarrierTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let writer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
  }

  @Test
  func
    `an unsubscribe that ends a snapshot is answered before the ping that waits for the snapshot`()
    throws
  {
    try writer.setMany((0..<20).map { ("shared.b\($0)", text(60_000)) })
    try peer.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["shared.*"]}}"# + "\n"
        + #"{"id":2,"method":"ping"}"# + "\n" + #"{"id":3,"method":"unsubscribe"}"#)
    try expectAnswers([1, 3, 2])
  }

  @Test func `an unsubscribe that ends a lag is answered before the ping that waits for it`() throws
  {
    try peer.subscribe("shared.**", #""mode":"every""#)
    try writer.setMany((1...200).map { ("shared.a", "[\($0),\(text(10_000))]") })
    try peer.send(
      #"{"id":2,"method":"ping"}"# + "\n" + #"{"id":3,"method":"unsubscribe"}"# + "\n"
        + #"{"id":4,"method":"ping"}"#)
    try writer.call("ping")
    try expectAnswers([3, 2, 4])
  }

  @Test func `a ping in a batch can wait after the previous one has waited`() throws {
    try writer.setMany((0..<20).map { ("shared.b\($0)", text(60_000)) })
    try peer.send(subscribeAndPingTwice)
    while true {
      let line = try peer.next()
      guard let answers = line.elements else { continue }
      expect(answers.map { $0["id"]?.integer }, equals: [2, 3])
      let revision = try writer.revision()
      expect(answers.allSatisfy { $0["result", "revision"]?.integer == revision }, "\(line)")
      break
    }
  }

  @Test func `a ping behind an intent in a batch waits for what the intent changes`() throws {
    let daemon = try DaemonInProcess(store: .sqlite)
    let peer = try daemon.connect()
    try peer.subscribe("session.route")
    try peer.subscribe("topics.ai.**")
    for number in 1...100 {
      try peer.send(
        #"[{"id":1,"method":"topics.ai.pros.add","params":{"text":"No. \#(number)"}},"#
          + #"{"id":2,"method":"ping"}]"#)
      expect(try boxesBeforeAnswers(peer).contains("topics.ai.pros.items"))
    }
    for intent in ["toBoard", "dismiss", "toPosts", "dismiss"] {
      let params = intent == "dismiss" ? "{}" : #"{"at":"topics.ai"}"#
      try peer.send(
        #"[{"id":1,"method":"session.\#(intent)","params":\#(params)},{"id":2,"method":"ping"}]"#)
      expect(try boxesBeforeAnswers(peer), equals: ["session.route"])
    }
  }

  /// The paths of the boxes that change before a batch is answered.
  private func boxesBeforeAnswers(_ peer: Peer) throws -> [String] {
    var paths: [String] = []
    while case let line = try peer.next(), line.elements == nil {
      paths += line["params", "boxes"]?.members?.map(\.name) ?? []
    }
    return paths
  }

  @Test func `a client that disconnects while a ping of its batch waits affects nobody else`()
    throws
  {
    try writer.setMany((0..<20).map { ("shared.b\($0)", text(60_000)) })
    try peer.send(subscribeAndPingTwice)
    try writer.call("ping")
    peer.close()
    // Wait until the daemon has noticed.
    try waitUntil("it is gone") {
      try writer.call("get", #"{"boxes":["daemon.stats"]}"#)[
        "result", "boxes", "daemon.stats", "connections"]?.integer == 1
    }
  }

  private let subscribeAndPingTwice =
    #"{"id":1,"method":"subscribe","params":{"boxes":["shared.*"]}}"# + "\n"
    + #"[{"id":2,"method":"ping"},{"id":3,"method":"ping"}]"#

  private func expectAnswers(_ ids: [Int]) throws {
    var answers: [Int] = []
    while answers.count < ids.count {
      if let id = try peer.next()["id"]?.integer { answers.append(id) }
    }
    expect(answers, equals: ids)
  }
}
