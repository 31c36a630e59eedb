internal import EtcdPlatform
internal import Fetch

/// A cluster of etcd that has the contents of a mount.
struct EtcdMountSetting: Equatable {
  /// Paths in it are relative to the state directory unless they start with
  /// `ServiceSetting.credentials`.
  let cluster: EtcdSetting
  /// The password of the cluster's user. That of a file is its only line; nil without a user.
  let password: HeaderValue?
}
