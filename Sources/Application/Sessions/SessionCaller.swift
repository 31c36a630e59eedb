public import Domain

/// Who uses a session, and what they may do. The answers may change at any time. A caller must not
/// keep the scenes of its session alive.
///
/// Paths are given as their segments, and what may be done there is decided by these alone.
public protocol SessionCaller: AnyObject {
  /// What failures to log in are counted for, such as a kernel user ID.
  var peer: any Hashable & Sendable { get }

  /// Returns whether the box at this path may be read: for example `topics.ai.summary` for a title.
  func mayRead(_ path: [Substring]) -> Bool

  /// Returns whether something at this path or under it may be read: `topics` for the list of a
  /// mount, `topics.ai` for a board, and `topics.ai.posts` for posts.
  func mayReadPart(of path: [Substring]) -> Bool

  /// Returns whether an intent may be called, such as `topics.ai.posts.write`.
  func mayCall(_ intent: [Substring]) -> Bool

  /// Returns the name under which the caller writes.
  func author() async -> String

  /// Replaces the caller's identity by that of a user.
  func loggedIn(as user: User)

  /// Returns to the identity before any login.
  func loggedOut()
}

extension SessionCaller {
  /// Throws `.notAllowed`.
  func checkMayCall(_ intent: [Substring]) throws(WritingError) {
    guard mayCall(intent) else { throw .notAllowed(intent: intent.joined(separator: ".")) }
  }
}
