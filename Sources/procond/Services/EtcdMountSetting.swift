internal import EtcdPlatform
internal import Fetch
internal import Logging
internal import LoopHTTP
internal import UVLoop

/// A cluster of etcd that has the contents of a mount.
struct EtcdMountSetting: Equatable {
  /// Paths in it are relative to the state directory unless they start with
  /// `ServiceSetting.credentials`.
  let cluster: EtcdSetting
  /// The password of the cluster's user. That of a file is its only line; nil without a user.
  let password: HeaderValue?

  /// The cluster, which logs what does not work as well as it should.
  @LoopActor
  func cluster(
    of root: String, in directory: StateDirectory, _ secrets: SecretValues, _ logger: Logger
  ) -> EtcdCluster {
    EtcdCluster(
      cluster.paths(in: directory),
      password: { password.flatMap { secrets.text(of: $0) } },
      log: { logger.warning("\(root): \($0)") })
  }
}

extension EtcdSetting {
  /// With absolute paths.
  fileprivate func paths(in directory: StateDirectory) -> EtcdSetting {
    var setting = self
    setting.authorities = authorities.map { directory.path(of: $0) }
    setting.certificate = certificate.map {
      ClientCertificate(
        certificate: directory.path(of: $0.certificate), key: directory.path(of: $0.key))
    }
    return setting
  }
}
