/// Where a service may redirect requests.
package enum Redirects: String, CaseIterable, Sendable {
  /// To the same scheme, host and port; and from http to https on the same host, if both have their
  /// usual ports.
  case same
  /// To any host and port over http or https.
  case any

  func allow(from origin: HTTPURL.Origin, to target: HTTPURL.Origin) -> Bool {
    self == .any || target == origin || target == origin.upgraded
  }
}

extension HTTPURL.Origin {
  /// The https URL of this host; nil unless the scheme is http, at its usual port.
  fileprivate var upgraded: Self? {
    scheme == "http" && port == 80 ? Self(scheme: "https", host: host, port: 443) : nil
  }
}
