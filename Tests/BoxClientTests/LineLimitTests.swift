import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Requests as long as the daemon's limit, and longer ones.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct LineLimitTests {
  @LoopActor
  @Test(arguments: [nil, ProtocolLimits.line, 1000, 2 * ProtocolLimits.line])
  func `a request as long as the limit is sent, a longer one is refused`(announced: Int?)
    async throws
  {
    let daemon = try ScriptedDaemon(
      greeting: announced.map {
        Hello(server: "scripted", epoch: "e", revision: 1, limits: AnnouncedLimits(line: $0))
      })
    let connection = try await Connection.connect(to: daemon.path)
    // Until the daemon greets, the protocol's limit applies.
    if announced != nil { try await connection.greeting() }
    let limit = announced ?? ProtocolLimits.line
    let answers = Journal<CallError>()
    let envelope = Request(id: 1, method: "", parameters: Parameters()).line.count - 1
    for count in [limit - envelope, limit - envelope + 1] {
      connection.send(String(repeating: "m", count: count)) { answer in
        if case .failure(let error) = answer { answers.note(error) }
      }
    }
    let requests = try await daemon.requests.wait(count: 1)
    expect(requests.map(\.utf8.count), equals: [limit - envelope + " {}".utf8.count])
    guard case .refused(let error) = answers.events.first else {
      Issue.record("nothing was refused")
      return
    }
    expect(error.code, equals: RequestError.Code.lineTooLong.rawValue)
    expect(
      error.message, equals: "the request has \(limit + 1) bytes; at most \(limit) are allowed")
    connection.close()
  }
}
