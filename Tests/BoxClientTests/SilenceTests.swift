import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// A server that accepts connections and sends nothing.
@Suite(.enabled(if: LoopThread.isRunning))
struct SilenceTests {
  @LoopActor
  @Test func `a missing greeting ends the connection after the timeout`() async throws {
    let daemon = try ScriptedDaemon(greeting: nil)
    let connection = try await Connection.connect(to: daemon.path)
    let order = Journal<String>()
    connection.observer = {
      if case .lost(let disconnection) = $0 { order.note("\(disconnection)") }
    }
    connection.send("a") {
      if case .failure(.lost(let disconnection)) = $0 { order.note("a: \(disconnection)") }
    }
    await #expect(throws: Disconnection.silent) {
      try await connection.greeting(within: .milliseconds(1))
    }
    expect(connection.disconnection, equals: .silent)
    let sentence = "the daemon did not greet in time"
    expect(order.events, equals: ["a: \(sentence)", sentence])
  }

  @LoopActor
  @Test func `of several waiting callers, the shortest timeout applies`() async throws {
    let daemon = try ScriptedDaemon(greeting: nil)
    let connection = try await Connection.connect(to: daemon.path)
    let patient = Task { try await connection.greeting(within: .seconds(60)) }
    let impatient = Task { try await connection.greeting(within: .milliseconds(1)) }
    await #expect(throws: Disconnection.silent) { try await impatient.value }
    await #expect(throws: Disconnection.silent) { try await patient.value }
  }

  @LoopActor
  @Test func `after its greeting a daemon may stay silent`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    try await connection.greeting()
    for _ in 1...100 { try await connection.greeting(within: .zero) }
    // A later turn of the loop, in which a zero timeout would have expired.
    await Pause.wait(for: .milliseconds(1))
    expect(connection.disconnection == nil)
    connection.close()
  }

  @LoopActor
  @Test func `a subscription retries after a missing greeting`() async throws {
    let daemon = try ScriptedDaemon(greeting: nil)
    let disconnections = Journal<Disconnection>()
    let subscription = Subscription(
      [Pattern("a.**")!], backoff: Backoff(first: .milliseconds(1), longest: .milliseconds(1)),
      connector: { _ in
        let connection = try await Connection.connect(to: daemon.path)
        _ = try? await connection.greeting(within: .milliseconds(1))
        return connection
      })
    consume(subscription) {
      if case .success(.lost(let disconnection, _)) = $0 { disconnections.note(disconnection) }
    }
    expect(try await disconnections.wait(count: 3)[..<3], equals: [.silent, .silent, .silent])
    subscription.cancel()
  }
}
