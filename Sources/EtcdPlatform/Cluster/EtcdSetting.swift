package import LoopHTTP

/// Where a cluster is, and how a client connects to it.
package struct EtcdSetting: Equatable, Sendable {
  /// At least one, in the order in which they are tried. A path comes before those of etcd.
  package var members: [HTTPURL]
  /// What all keys of this program begin with, such as "/procon/team/".
  package var prefix: String
  /// The file of the certificates that sign those of the members, in PEM format; nil for the
  /// system's.
  package var authorities: String?
  /// The client's certificate, for members that ask for one; nil if it has none. It does not make the
  /// client a user of etcd: the gateway does not pass its name on.
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
