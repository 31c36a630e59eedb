internal import LoopHTTP
internal import NetworkPlatform

/// A service elsewhere that has the contents of a mount.
struct ServiceSetting: Equatable {
  /// The base URL: http or https, with a host, without user, password, query or fragment.
  let url: HTTPURL
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
  /// Sent with each request; no name twice, ignoring case.
  let headers: [Header]

  struct Header: Equatable {
    let name: String
    let value: Value

    enum Value: Equatable {
      case text(String)
      /// The value is a secret: the only line of the file at this path, which is relative to the
      /// state directory unless it starts with ``credentials``.
      case file(String)
    }
  }

  /// What a path of a credential of the service manager starts with.
  static let credentials = "$CREDENTIALS_DIRECTORY/"
}
