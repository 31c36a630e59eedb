internal import Glibc
internal import Synchronization

/// The system's information about who is in a group.
package enum GroupMembers: Sendable {
  /// Names of users in ascending order, those whose primary group it is, too.
  case found([String])
  case none
  /// The lookup failed for lack of something, such as a free descriptor or a server. The error is
  /// one of errno(3).
  case unknown(Int32)

  /// Looks a group up by its name. It may block: the system may ask a server on the network.
  package init(of name: String) {
    // getgrnam(3) and getpwent(3) share one place for their answers.
    self = Self.lock.withLock { _ in
      errno = 0
      guard let entry = getgrnam(name) else { return errno == 0 ? .none : .unknown(errno) }
      let id = entry.pointee.gr_gid
      var members: Set<String> = []
      var member = entry.pointee.gr_mem
      while let text = member?.pointee {
        members.insert(String(cString: text))
        member = member?.successor()
      }
      setpwent()
      defer { endpwent() }
      while let user = getpwent() {
        if user.pointee.pw_gid == id { members.insert(String(cString: user.pointee.pw_name)) }
      }
      return .found(members.sorted())
    }
  }

  /// The names of the people who can log in, as the system lists them: root, and the users who are
  /// neither services nor `nobody`. It may block.
  package static var people: [String] {
    lock.withLock { _ in
      setpwent()
      defer { endpwent() }
      var names: [String] = []
      while let user = getpwent() {
        let id = user.pointee.pw_uid
        if id == 0 || (1000..<65_534).contains(id) {
          names.append(String(cString: user.pointee.pw_name))
        }
      }
      return names
    }
  }

  private static let lock = Mutex(())
}
