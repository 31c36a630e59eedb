import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Clients with sessions that disappear at random moments.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SessionLeakTests {
  @Test func `nothing is left of sessions that are cut off at random`() async throws {
    let count = TestLength.size(1000, long: 10_000)
    let workshop = try await Workshop()
    let server = workshop.server
    let control = try server.connect()
    var clients = try CutOffClients(to: server.socket, seed: testSeed())
    var sessions = 0
    while sessions < count {
      for _ in 0..<100 { try clients.step() }
      sessions = try control.call("hall.open")["result", "sessions"]?.integer ?? 0
    }
    clients.cutAllOff()
    let deadline = Deadline()
    // What clients sent before may be carried out later, and then waits, too.
    while await !workshop.rest.isEmpty, !deadline.hasPassed { try control.call("hall.open") }
    let rest = await workshop.rest
    expect(rest, equals: [])
    // Each way of ending has happened.
    for ending in CutOffClients.Ending.allCases {
      expect(clients.endings[ending] ?? 0 > count / 100)
    }
  }
}

/// Many connections at a time, each with a few random requests, of which a random part is sent and
/// a random part of the answers read.
private struct CutOffClients {
  /// What a client leaves behind.
  enum Ending: CaseIterable {
    /// It has sent a part of a line.
    case partOfLine
    /// It has read a part of a line.
    case partOfAnswer
    /// It has not read anything.
    case unread
    /// It has shut down its sending side before.
    case halfClosed
  }

  private struct Client {
    let socket: RawSocket
    /// What it has not sent yet.
    var rest: [UInt8]
    /// The last byte that it sent; nil if there is none.
    var lastSent: UInt8?
    /// The last byte that it read; nil if there is none.
    var lastRead: UInt8?
    var isHalfClosed = false
  }

  private static let most = 150
  private let path: String
  private var generator: SeededGenerator
  private var open: [Client] = []
  private(set) var endings: [Ending: Int] = [:]

  init(to path: String, seed: UInt64) throws {
    self.path = path
    generator = SeededGenerator(seed: seed)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  mutating func step() throws {
    if open.count < Self.most {
      open.append(Client(socket: try RawSocket.connect(to: path), rest: script()))
    }
    let index = Int.random(in: open.indices, using: &generator)
    if chance(60) { send(index) }
    if chance(30) { read(index) }
    if chance(4), open[index].rest.isEmpty {
      open[index].socket.endSending()
      open[index].isHalfClosed = true
    }
    if chance(open[index].rest.isEmpty ? 70 : 15) { cutOff(index) }
  }

  mutating func cutAllOff() {
    while !open.isEmpty { cutOff(open.count - 1) }
  }

  private mutating func cutOff(_ index: Int) {
    let client = open[index]
    open.swapAt(index, open.count - 1)
    open.removeLast()
    let lineFeed = UInt8(ascii: "\n")
    if client.lastSent.map({ $0 != lineFeed }) ?? false { endings[.partOfLine, default: 0] += 1 }
    if client.lastRead.map({ $0 != lineFeed }) ?? false { endings[.partOfAnswer, default: 0] += 1 }
    if client.lastRead == nil { endings[.unread, default: 0] += 1 }
    if client.isHalfClosed { endings[.halfClosed, default: 0] += 1 }
    client.socket.close()
  }

  /// Sends a part of what is left, or all of it.
  private mutating func send(_ index: Int) {
    let rest = open[index].rest
    guard !rest.isEmpty else { return }
    let count = chance(50) ? rest.count : Int.random(in: 1...rest.count, using: &generator)
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let sent = rest.withUnsafeBytes {
      Glibc.send(open[index].socket.descriptor, $0.baseAddress, count, flags)
    }
    guard sent > 0 else { return }
    open[index].lastSent = rest[sent - 1]
    open[index].rest.removeFirst(sent)
  }

  private mutating func read(_ index: Int) {
    let most = chance(50) ? 1 << 16 : Int.random(in: 1...2000, using: &generator)
    var bytes = [UInt8](repeating: 0, count: most)
    let count = recv(open[index].socket.descriptor, &bytes, most, Int32(MSG_DONTWAIT))
    if count > 0 { open[index].lastRead = bytes[count - 1] }
  }

  // MARK: Requests

  private mutating func script() -> [UInt8] {
    var lines = [request(of: Self.beginnings)]
    for _ in 0..<Int.random(in: 0...7, using: &generator) {
      if chance(15) {
        let members = (0..<3).map { _ in request(of: Self.requests) }
        lines.append("[\(members.joined(separator: ","))]")
      } else {
        lines.append(request(of: Self.requests + Self.beginnings))
      }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func request(of choice: [String]) -> String {
    let request = choice.randomElement(using: &generator) ?? ""
    // Most of them want an answer.
    return chance(90) ? "{\"id\":1,\(request)}" : "{\(request)}"
  }

  private static let beginnings = [
    #""method":"subscribe","params":{"boxes":["session.**"]}"#,
    #""method":"subscribe","params":{"boxes":["session.**","**"],"mode":"every"}"#,
    #""method":"subscribe","params":{"boxes":["session.desk.count","hall.*"],"interval":50}"#,
    #""method":"get","params":{"boxes":["session.**","shared.**"]}"#,
    #""method":"session.desk.add""#,
  ]

  private static let requests = [
    #""method":"session.desk.add""#,
    #""method":"session.desk.note","params":{"text":"\#(String(repeating: "x", count: 3000))"}"#,
    #""method":"session.desk.wait""#,
    #""method":"session.desk.logIn","params":{"name":"shared"}"#,
    #""method":"session.desk.logIn","params":{"name":"house"}"#,
    #""method":"session.desk.logIn","params":{"name":""}"#,
    #""method":"session.desk.logInLater","params":{"name":"shared"}"#,
    #""method":"hall.wait""#,
    #""method":"house.bath.lamp.set","params":{"to":1}"#,
    #""method":"house.attic.lamp.wait""#,
    #""method":"get","params":{"boxes":["**"]}"#,
    #""method":"rpc.discover""#,
    #""method":"subscribe","params":{"boxes":["house.**"]}"#,
    #""method":"unsubscribe","params":{"boxes":["session.**"]}"#,
    #""method":"unsubscribe""#,
    #""method":"ping""#,
    #""method":"set","params":{"box":"shared.a","value":"\#(String(repeating: "y", count: 20_000))"}"#,
    #""method":"set","params":{"box":"shared.b","value":"\#(String(repeating: "z", count: 90_000))"}"#,
    #""method":"delete","params":{"box":"shared.b"}"#,
  ]
}
