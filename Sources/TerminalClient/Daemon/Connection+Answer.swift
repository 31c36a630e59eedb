package import BoxClient
package import BoxWire
internal import UVLoop

extension Connection {
  /// Returns the result of an optional request; nil when the daemon refuses it or does not answer
  /// in time. After a timeout, the connection is closed.
  package func optionalResult(
    of method: String, _ parameters: Parameters, within timeout: Duration
  ) async -> JSONText? {
    let deadline = Timer(after: timeout) { [weak self] in self?.close() }
    defer { deadline.cancel() }
    return try? await call(method, parameters)
  }
}
