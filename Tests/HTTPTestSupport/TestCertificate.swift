internal import SystemTestSupport

/// A certificate that signs itself, made with openssl(1). It is removed with this object.
package final class TestCertificate: Sendable {
  private let directory = TemporaryDirectory()

  /// The certificate and its key, each in PEM format.
  package var file: String { directory.file("certificate.pem") }
  package var key: String { directory.file("key.pem") }

  /// - Parameter name: whom it is for, such as `IP:127.0.0.1` or `DNS:example.org`.
  package init(for name: String = "IP:127.0.0.1") async throws {
    let arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2", "-subj", "/CN=procon test", "-addext", "subjectAltName=\(name)",
      "-keyout", key, "-out", file,
    ]
    try await onOwnThread {
      let process = try ChildProcess("/usr/bin/openssl", arguments)
      guard try process.waitForEnd() == .exited(0) else {
        throw OpenSSLFailure(description: process.standardError)
      }
    }
  }
}

/// openssl(1) failed.
struct OpenSSLFailure: Error, CustomStringConvertible {
  let description: String
}
