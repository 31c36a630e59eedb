/// A key with its value, as it is in a cluster.
struct EtcdPair: Equatable, Sendable {
  let key: String
  let value: [UInt8]
  /// The revision in which it was created.
  let created: Int
  /// The revision in which it was last written.
  let modified: Int
}

/// What one revision of a cluster has changed under a prefix.
struct EtcdStep: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case put(EtcdPair)
    case delete(key: String)
  }

  let revision: Int
  /// In the order of the cluster; each key at most once.
  let events: [Event]
}

/// Changes that are made together, in one revision, or not at all.
struct EtcdTransaction: Equatable, Sendable {
  /// What must be so for the changes to be made.
  enum Condition: Equatable, Sendable {
    case absent(key: String)
    /// The key exists, and was last written in this revision.
    case unchanged(key: String, since: Int)
    case present(key: String)
    /// No key that begins with this was written after this revision.
    case nothingWritten(under: String, after: Int)
  }

  enum Change: Equatable, Sendable {
    /// - Parameter lease: deletes the key when it ends; 0 for none.
    case put(key: String, value: [UInt8], lease: Int = 0)
    case delete(key: String)
    /// Deletes all keys that begin with this.
    case deleteAll(under: String)
  }

  /// At most 128.
  var conditions: [Condition]
  /// At most 128, with at most 1.5 MiB in all. No key occurs twice.
  var changes: [Change]
}

/// The answer of a cluster to a transaction.
enum EtcdOutcome: Equatable, Sendable {
  /// - Parameter revision: that of the changes.
  case made(revision: Int)
  /// A condition does not hold.
  ///
  /// - Parameter revision: that of the cluster when it was found.
  case refused(revision: Int)
}

/// Why a cluster has not done what it was asked to.
enum EtcdError: Error, Equatable, Sendable {
  /// No member can be reached, or none has a majority. Nothing was changed.
  ///
  /// - Parameter reason: with the member, such as "http://a:2379: connection refused".
  case unavailable(reason: String)
  /// The answer to a change was lost, so that it may or may not have been made, and may still be.
  ///
  /// - Parameter reason: likewise.
  case unknown(reason: String)
  /// The cluster has no space left (NOSPACE), and makes no changes until somebody frees some.
  case full
  /// What was asked for is larger than the cluster accepts.
  case tooLarge
  /// A lease has ended before what needs it was made. Nothing was changed.
  case leaseEnded
  /// The cluster does not let this user do it, or does not know the user.
  ///
  /// - Parameter reason: in the words of the cluster.
  case denied(reason: String)
  /// The cluster answered in a way that is not understood.
  ///
  /// - Parameter reason: with the member.
  case malformed(reason: String)
  /// The task was cancelled, or the cluster was closed.
  case cancelled
}
