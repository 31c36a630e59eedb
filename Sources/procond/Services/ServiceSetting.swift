internal import Fetch
internal import LoopHTTP
internal import NetworkPlatform

/// A service elsewhere that has the contents of a mount.
struct ServiceSetting: Equatable {
  /// The base URL: http or https, with a host, without user, password, query or fragment.
  let url: BaseURL
  let shape: Service.Shape
  /// How long a copy is used without asking the service.
  let expires: Duration
  /// How often what somebody looks at is refreshed; nil for never.
  let poll: Duration?
  /// The maximum number of bytes of the copies.
  let cache: Int
  let redirects: Redirects
  /// As in `Service`.
  let shouldPrune: Bool
  let shouldCheckReachability: Bool
  let shouldWaitForSaveToPersistence: Bool
  /// Sent with each request, by name in lowercase. A value in a file is a secret: the only line of the
  /// file, whose path is relative to the state directory unless it starts with ``credentials``.
  let headers: [String: HeaderValue]

  /// What a path of a credential of the service manager starts with.
  static let credentials = "$CREDENTIALS_DIRECTORY/"
}
