import BoxServer
import Expectations
import Testing

@testable import procond

@Suite struct PolicyRulesTests {
  /// Whether a rule for some is about a caller.
  private func matches(_ who: String, _ caller: Caller, groups: [UInt32] = []) throws -> Bool {
    try !rules(rule(who)).matching(caller, groups: { groups }).isEmpty
  }

  @Test func `anyone is everyone`() throws {
    expect(try matches("anyone", .user(0)))
    expect(try matches("anyone", Caller(credentials: nil)))
    expect(try matches("anyone", Caller.user(0).loggedIn("ada")))
  }

  @Test(arguments: ["user:ada", "user:1001"])
  func `a user is known by name or ID`(who: String) throws {
    expect(try matches(who, .user(1001)))
    expect(try !matches(who, .user(1002)))
    expect(try !matches(who, Caller(credentials: nil)))
  }

  @Test func `root is not special`() throws {
    expect(try !matches("user:ada", .user(0)))
    expect(try matches("user:0", .user(0)))
  }

  @Test(arguments: ["group:staff", "group:50"])
  func `a group is known by name or ID, and the main one is one of them`(who: String) throws {
    expect(try matches(who, .user(7), groups: [100, 50]))
    expect(try matches(who, .user(7, group: 50)))
    expect(try !matches(who, .user(50), groups: [100]))
  }

  @Test func `a socket is known by name`() throws {
    expect(try matches("socket:kiosk", .user(7, socket: "kiosk")))
    expect(try !matches("socket:kiosk", .user(7, socket: "procond.socket")))
    expect(try !matches("socket:kiosk", .user(7)))
  }

  @Test func `a login replaces the kernel's user and groups`() throws {
    let caller = Caller.user(1001, group: 50).loggedIn("grace", ["ops"])
    for entry in ["user:ada", "user:1001", "group:staff", "group:50"] {
      expect(try !matches(entry, caller, groups: [50]), "\(entry)")
    }
    for entry in ["user:grace", "group:ops"] { expect(try matches(entry, caller), "\(entry)") }
  }

  @Test func `a login matches a name that the system knows too`() throws {
    expect(try matches("user:ada", Caller.user(7).loggedIn("ada")))
    expect(try matches("group:staff", Caller.user(7).loggedIn("grace", ["staff"])))
  }

  @Test func `an ID is never the name of a login`() throws {
    let caller = Caller.user(7).loggedIn("1001", ["50"])
    expect(try !matches("user:1001", caller))
    expect(try !matches("group:50", caller))
  }

  @Test func `a login keeps its socket`() throws {
    let caller = Caller.user(7, socket: "kiosk").loggedIn("ada")
    expect(try matches("socket:kiosk", caller))
  }

  @Test func `a token is known by name`() throws {
    let sensor = Caller.user(7).loggedIn("attic", token: "sensor")
    expect(try matches("token:sensor", sensor))
    expect(try matches("user:attic", sensor))
    expect(try !matches("token:attic", sensor))
    expect(try !matches("token:sensor", Caller.user(7).loggedIn("sensor")))
    expect(try !matches("token:sensor", .user(7, socket: "sensor")))
  }

  @Test func `every kind of name has a namespace of its own`() throws {
    let callers = [
      "user": Caller.user(7).loggedIn("x"), "group": Caller.user(7).loggedIn("y", ["x"]),
      "token": Caller.user(7).loggedIn("y", token: "x"), "socket": Caller.user(7, socket: "x"),
    ]
    for kind in callers.keys {
      for (other, caller) in callers {
        expect(try matches("\(kind):x", caller), equals: (kind == other), "\(kind) \(other)")
      }
    }
  }

  @Test func `a rule that names a caller twice is found once`() throws {
    let rules = try rules(
      #"{"who":["user:ada","user:1001","anyone"],"may":["read"],"at":["a"]},"# + rule("group:1")
        + "," + rule("anyone"))
    expect(rules.matching(.user(1001), groups: { [] }), equals: [0, 2])
    expect(rules.matching(.user(1001), groups: { [1, 1] }), equals: [0, 1, 2])
  }

  @Test func `the kernel is asked for groups only if a rule names one and nobody has logged in`()
    throws
  {
    var asked = 0
    func ask(_ who: String, _ caller: Caller) throws -> Int {
      asked = 0
      _ = try rules(rule(who)).matching(caller) {
        asked += 1
        return []
      }
      return asked
    }
    expect(try ask("group:staff", .user(7)), equals: 1)
    expect(try ask("group:5", .user(7)), equals: 1)
    expect(try ask("group:unknown", .user(7)), equals: 0)
    expect(try ask("user:ada", .user(7)), equals: 0)
    expect(try ask("group:staff", Caller.user(7).loggedIn("ada")), equals: 0)
  }
}
