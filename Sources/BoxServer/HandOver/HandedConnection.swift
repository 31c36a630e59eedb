internal import BoxWire

/// A connection as one process of the daemon hands it over to the next one, beside its descriptor.
package struct HandedConnection: Equatable {
  /// The name of the inherited socket to which the client has connected; nil for any other.
  var socket: String?
  /// What the client subscribes to; nil if it holds no pattern.
  var subscription: HandedSubscription?
  /// The client's own scenes; nil if it has none.
  var session: HandedSession?
  /// Bytes that were written to the client and that the kernel has not accepted; they may begin in the
  /// middle of a line.
  var unsent: [UInt8] = []
  /// Bytes that were read from the client and not carried out.
  var unread: [UInt8] = []
}

/// A subscription of a connection that is handed over.
struct HandedSubscription: Equatable {
  let patterns: [Pattern]
  let mode: Subscribe.Mode
  let interval: Duration
  /// Every change up to this revision was sent to the client, or does not concern it.
  let revision: Int
  /// That of the last line that it was sent.
  let sent: Int
  /// What the client may read, as ``Rights/fingerprint``; nil for everything.
  let rights: String?
  /// The snapshots that are still to be sent, each from its beginning: what was sent of it may be sent
  /// again.
  let snapshots: [Snapshot]

  struct Snapshot: Equatable {
    let patterns: [Pattern]
    /// As in ``BoxServer/Snapshot``.
    let isCatchUp: Bool
    let isWhole: Bool
  }
}

/// The scenes of one connection that is handed over.
struct HandedSession: Equatable {
  /// A value of which the client knows, or is to know.
  struct Value: Equatable {
    let path: Path
    let value: JSONText
    /// Whether it is still to be sent, and as what.
    let due: SessionBox.Due?
  }

  /// Of the patterns of the connection, those that name `session`.
  var patterns: [Pattern] = []
  /// How the connection receives changes, if it has such patterns only; nil otherwise.
  var mode: Subscribe.Mode?
  var interval: Duration?
  /// The gateway's name for the person behind the connection; nil if there is none.
  var behind: String?
  var values: [Value] = []
  /// What the scenes need to be as they were; nil if they need nothing.
  var state: JSONText?
}

extension Rights {
  /// Identifies what may be read, in all processes.
  var fingerprint: String {
    let text = read.inOrder.map(\.text).joined(separator: " ")
    return String(Array(text.utf8).withUnsafeBytes { SipHash.hash($0, key: (0, 0)) }, radix: 16)
  }
}
