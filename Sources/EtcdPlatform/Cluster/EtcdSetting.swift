package import LoopHTTP

/// Where a cluster is, and how this program proves who it is.
package struct EtcdSetting: Equatable, Sendable {
  /// At least one, in the order in which they are tried. A path comes before those of etcd.
  package var members: [HTTPURL]
  /// What all keys of this program begin with, such as "/procon/team/".
  package var prefix: String
  /// The file of the certificates that sign those of the members, in PEM format; nil for the
  /// system's.
  package var authorities: String?
  /// What the client proves with who it is when it connects; nil if it does not. It does not make it
  /// a user of etcd.
  package var certificate: ClientCertificate?
  /// A user of etcd, who has a password; nil if the cluster has no users.
  package var user: String?

  package init(
    members: [HTTPURL], prefix: String, authorities: String? = nil,
    certificate: ClientCertificate? = nil, user: String? = nil
  ) {
    precondition(!members.isEmpty, "a cluster has members")
    self.members = members
    self.prefix = prefix
    self.authorities = authorities
    self.certificate = certificate
    self.user = user
  }
}

/// How long a cluster is waited for, and what it may use up.
struct EtcdLimits: Sendable {
  /// Maximum time until a connection to a member is ready.
  var connecting: Duration = .seconds(1)
  /// Maximum time until a member has answered. A member that is frozen takes that long to notice; an
  /// election takes about as long.
  var attempt: Duration = .seconds(2)
  /// Maximum time until one of the members has answered.
  var total: Duration = .seconds(10)
  /// The first pause after all members have failed, to which up to as much is added at random. It
  /// doubles with each round, up to `longestPause`.
  var pause: Duration = .milliseconds(50)
  var longestPause: Duration = .seconds(1)
  /// Maximum number of requests in flight. Others wait.
  var inFlight = 64
  /// Maximum size of an answer, and of one answer of a watch, in bytes. etcd allows 1.5 MiB for a
  /// value unless it is told otherwise, which are 2 MiB here.
  var answer = 32 * 1024 * 1024
  /// What a page of a list should have, in bytes: 10 ms of reading, and one value of etcd's.
  var page = 1024 * 1024
  /// The time between two proofs that a watch lives.
  var proof: Duration = .seconds(1)
  /// Maximum time that a watch may be silent or behind the cluster before another member takes over.
  /// Members are a few milliseconds apart.
  var lag: Duration = .seconds(2)
  /// Maximum age of the last proof before a watch counts as interrupted: one interval, one member
  /// that is silent, and the next one.
  var staleness: Duration = .seconds(4)
}
