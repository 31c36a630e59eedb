import EtcdTestSupport
import Expectations
import SystemTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct EtcdMembersTests {
  @Test func `a member of three can be killed and restarted`() async throws {
    let members = try await EtcdMembers(3)
    try await members.control(["put", "a", "1"])
    let leader = try await members.leader()
    members.kill(leader)
    expect(try await members.leader() != leader)
    try await members.restart(leader)
    expect(try await members.control(["get", "a", "--print-value-only"]), equals: "1\n")
  }
}
