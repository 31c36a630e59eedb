import TestSupport
import Testing
import Wire

/// A `ping` that waits for lines which are not to come any more.
@Suite(.blocking) struct BarrierTests {
  private let daemon: DaemonProcess
  private let peer: Peer
  private let writer: Peer

  init() throws {
    daemon = try DaemonProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
  }

  @Test func `an unsubscribe that ends a snapshot is answered before the ping that waits for it`()
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

  private func expectAnswers(_ ids: [Int]) throws {
    var answers: [Int] = []
    while answers.count < ids.count {
      if let id = try peer.next()["id"]?.integer { answers.append(id) }
    }
    #expect(answers == ids)
  }
}
