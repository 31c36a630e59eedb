internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import OperatingSystem
internal import UVLoop

/// User names by user ID. Each is looked up until the system has answered once.
@LoopActor
final class UserNames {
  private var known: [UInt32: String] = [:]
  /// The calls that wait for a look-up, by user ID, in order of arrival. They continue in this
  /// order, so that the requests of a client do.
  private var waiting: [UInt32: [CheckedContinuation<String, Never>]] = [:]
  /// Returns the users who can log in and are members of a group.
  private let members: @LoopActor (_ group: String) -> [String]
  /// Asks the system, on any thread.
  private let lookUp: @Sendable (_ userID: UInt32) -> UserName

  /// - Parameters:
  ///   - members: returns the users who can log in and are members of a group.
  ///   - lookUp: asks the system, on any thread.
  init(
    members: @escaping @LoopActor (_ group: String) -> [String],
    lookUp: @escaping @Sendable (_ userID: UInt32) -> UserName = { UserName(of: $0) }
  ) {
    self.members = members
    self.lookUp = lookUp
  }

  /// Returns the name with which the caller has logged in; else its user name, or the user ID if it has no name or the system could not answer;
  /// "unknown" if the client disconnected before the kernel could be asked.
  func name(of caller: Caller) async -> String {
    if let login = caller.login { return login.name }
    guard let userID = caller.credentials?.userID else { return "unknown" }
    if let name = known[userID] { return name }
    return await withCheckedContinuation { continuation in
      let isFirst = waiting[userID] == nil
      waiting[userID, default: []].append(continuation)
      if isFirst { LoopActor.task { await self.find(userID) } }
    }
  }

  private func find(_ userID: UInt32) async {
    // Not on the loop, since the system may ask a server on the network.
    switch await BlockingWork.run({ [lookUp] in lookUp(userID) }) {
    case .found(let name): known[userID] = name
    case .none: known[userID] = String(userID)
    case .unknown: break
    }
    let name = known[userID] ?? String(userID)
    for call in waiting.removeValue(forKey: userID) ?? [] { call.resume(returning: name) }
  }

  /// Returns people: users as they are named, and the members of groups, named `group:NAME`, as they are
  /// now; each once.
  ///
  /// - Throws: `RequestError` -32602 for a group that neither the system nor the users who can log in have,
  ///   and -32005 if the system cannot answer.
  func people(_ names: [String]) async throws(RequestError) -> [String] {
    var people: [String] = []
    for name in names {
      guard name.hasPrefix(Self.group) else {
        people.append(name)
        continue
      }
      let group = String(name.dropFirst(Self.group.count))
      let logins = members(group)
      let before = people.count
      switch await BlockingWork.run({ GroupMembers(of: group) }) {
      case .found(let users): people += users + logins
      case .none where !logins.isEmpty: people += logins
      case .none:
        throw .invalid(member: .asked, "there is no group \(group.excerpt)")
      case .unknown:
        throw RequestError(
          .unavailable, "the system cannot say who is in the group \(group.excerpt)",
          .retryAfter(.seconds(5)))
      }
      guard people.count > before else {
        throw .invalid(member: .asked, "the group \(group.excerpt) has no members")
      }
    }
    var seen: Set<String> = []
    return people.filter { seen.insert($0).inserted }
  }

  private static let group = "group:"
}
