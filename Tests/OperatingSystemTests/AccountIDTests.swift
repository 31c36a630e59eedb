import Expectations
import OperatingSystem
import Testing

@Suite struct AccountIDTests {
  @Test func `users and groups have their IDs`() {
    expect(AccountID(ofUser: "root"), equals: .found(0))
    expect(AccountID(ofGroup: "root"), equals: .found(0))
    // base-passwd of Debian has fixed IDs.
    expect(AccountID(ofUser: "games"), equals: .found(5))
    expect(AccountID(ofGroup: "games"), equals: .found(60))
  }

  @Test(arguments: ["procon-nobody", "", "0", "ro\u{F6}t", String(repeating: "x", count: 100_000)])
  func `a name that does not exist has none`(name: String) {
    expect(AccountID(ofUser: name), equals: .none)
    expect(AccountID(ofGroup: name), equals: .none)
  }
}
