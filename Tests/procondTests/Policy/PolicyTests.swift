import BoxServer
import BoxWire
import Expectations
import Testing

@testable import procond

@Suite struct PolicyTests {
  private func policy(_ text: String) throws -> Policy {
    let policy = Policy()
    _ = policy.adopt(try rules(text))
    return policy
  }

  private func rights(_ policy: Policy, _ caller: Caller, _ groups: [UInt32] = []) throws -> Rights
  {
    try require(policy.rights(of: caller, groups: { groups }))
  }

  @Test func `without a policy there are no limits`() {
    expect(Policy().rights(of: .user(7), groups: { [] }) == nil)
  }

  @Test func `without a rule nothing is allowed`() throws {
    let rights = try rights(try policy(""), .user(0))
    for action in Rights.Action.allCases {
      expect(!rights.allow(action, at: try require(Path("shared.a"))))
    }
  }

  @Test func `rights are what all matching rules allow, without duplicates`() throws {
    let policy = try policy(
      #"""
      {"who":["anyone"],"may":["read","set"],"at":["shared.b.**","shared.a"]},
      {"who":["user:ada"],"may":["read"],"at":["shared.a","topics.**"]},
      {"who":["user:ada"],"may":["call"],"at":["topics.*.pros.add"]},
      {"who":["user:1"],"may":["delete"],"at":["shared.a"]}
      """#)
    let rights = try rights(policy, .user(1001))
    expect(rights.read.map(\.text), equals: ["shared.a", "shared.b.**", "topics.**"])
    expect(rights.set.map(\.text), equals: ["shared.a", "shared.b.**"])
    expect(rights.delete.isEmpty)
    expect(rights.call.map(\.text), equals: ["topics.*.pros.add"])
  }

  @Test func `callers of the same rules share one object`() throws {
    let policy = try policy([rule("anyone"), rule("group:5", at: "b")].joined(separator: ","))
    let one = try rights(policy, .user(1))
    expect(try rights(policy, .user(2)) === one)
    expect(try rights(policy, Caller.user(3).loggedIn("x")) === one)
    let other = try rights(policy, .user(1), [5])
    expect(other !== one)
    expect(try rights(policy, .user(7, group: 5)) === other)
  }

  @Test func `callers of different rules that allow the same share one object`() throws {
    let policy = try policy(
      [rule("user:1"), rule("user:2"), rule("user:3"), rule("user:3", at: "b")]
        .joined(separator: ","))
    let one = try rights(policy, .user(1))
    expect(try rights(policy, .user(2)) === one)
    expect(try rights(policy, .user(3)) !== one)
    expect(try rights(policy, .user(4)) === rights(policy, .user(5)))
  }

  @Test func `rights that a change leaves as they were are the same object`() throws {
    let policy = try policy([rule("user:1"), rule("user:2", at: "b")].joined(separator: ","))
    let (one, two) = (try rights(policy, .user(1)), try rights(policy, .user(2)))
    expect(
      policy.adopt(try rules([rule("user:2", at: "c"), rule("user:1")].joined(separator: ","))))
    expect(try rights(policy, .user(1)) === one)
    expect(try rights(policy, .user(2)) !== two)
    expect(policy.adopt(nil))
    expect(policy.rights(of: .user(1), groups: { [] }) == nil)
  }

  @Test func `equal rules change nothing`() throws {
    let policy = try policy(rule("user:ada"))
    expect(!policy.adopt(try rules(rule("user:ada"))))
    expect(policy.adopt(try rules(rule("user:1001"))))
    expect(policy.adopt(nil))
    expect(!policy.adopt(nil))
  }

  @Test func `combinations are shared up to a maximum`() throws {
    // Ten rules have 1024 combinations.
    let policy = try policy(
      (0..<10).map { rule("group:\($0)", at: "g\($0)") }.joined(separator: ","))
    func rights(_ number: Int) throws -> Rights {
      try self.rights(policy, .user(7), (0..<10).filter { number >> $0 & 1 == 1 }.map(UInt32.init))
    }
    let all = try (0..<Policy.capacity).map(rights)
    expect(try rights(0) === all[0])
    expect(try rights(Policy.capacity - 1) === all[Policy.capacity - 1])
    let next = try rights(Policy.capacity)
    // Forgotten, not wrong.
    let again = try rights(3)
    expect(again !== all[3])
    expect(again.read, equals: all[3].read)
    expect(try rights(3) === again)
    expect(try rights(Policy.capacity) === next)
  }
}
