import BoxWire
import Expectations
import SystemTestSupport
import Testing

/// The warning of a client that sets a box of a daemon that will lose it.
@Suite(.blocking, .enabled(if: !systemDaemonListens)) struct KeepWarningTests {
  private let user = TestUser()

  private func errors(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> [Substring] {
    let client = try user.start("procon-client", arguments, environment: environment)
    expect(try client.waitForEnd(), equals: .exited(0))
    return client.errors.split(separator: "\n")
  }

  @Test func `each client that sets a box warns that it will be lost`() throws {
    let first = try errors("set", "shared.a", "1")
    expect(first.count, equals: 2)
    expect(first.first?.hasPrefix("procon-client: started procond "), equals: true)
    expect(
      first.last,
      equals: """
        procon-client: shared.a will be lost when the daemon exits, a minute after its last client; \
        a daemon that runs as a service keeps it
        """)
    // The daemon may run as long as it likes, for this client.
    expect(
      try errors("set", "shared.b", "1"),
      equals: [
        "procon-client: shared.b will be lost when the daemon exits; a daemon that runs as a service keeps it"
      ])
  }

  @Test func `there is no warning for a box that expires`() throws {
    expect(try errors("set", "shared.a", "1", "--ttl", "60").count, equals: 1)
  }

  @Test func `there is no warning if the daemon keeps the box`() throws {
    expect(
      try errors("set", "shared.a", "1", environment: ["PROCON_KEEP_SHARED": "true"]).count,
      equals: 1)
  }

  @Test func `there is no warning for other requests`() throws {
    expect(try errors("get", "daemon.info").count, equals: 1)
  }

  @Test func `there is no warning if the box was not set`() throws {
    let client = try user.client("set", "shared.a", "1", "--if-revision", "7")
    expect(try client.waitForEnd() != .exited(0))
    expect(!client.errors.contains("will be lost"))
  }
}
