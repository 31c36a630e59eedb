import Expectations
import Glibc
import OperatingSystem
import Testing

@Suite struct GroupMembersTests {
  /// The primary group of the user who runs the tests has that user, who is in no list of members.
  @Test func `a group has the users whose primary group it is`() throws {
    let user = try require(getpwuid(geteuid())).pointee
    let name = String(cString: user.pw_name)
    let group = String(cString: try require(getgrgid(user.pw_gid)).pointee.gr_name)
    guard case .found(let members) = GroupMembers(of: group) else {
      Issue.record("the group \(group) was not found")
      return
    }
    expect(members.contains(name))
    expect(members, equals: members.sorted())
    expect(Set(members).count, equals: members.count)
  }

  @Test func `a group that does not exist has no members`() {
    guard case .none = GroupMembers(of: "no such group") else {
      Issue.record("it was found")
      return
    }
  }
}
