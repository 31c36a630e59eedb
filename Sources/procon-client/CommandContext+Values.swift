internal import BoxClient
internal import BoxWire
internal import TerminalClient

extension CommandContext {
  /// The value of a box, nil if it does not exist, and the daemon's revision.
  func value(
    of path: Path, over connection: Connection
  ) async throws(Failure) -> (value: JSONText?, revision: Int) {
    guard let pattern = Pattern(path.text) else { preconditionFailure("every path is a pattern") }
    do throws(Failure) {
      let result = try await request(
        Get.method, Get(patterns: [pattern]).parameters, over: connection)
      return (result["boxes"]?[path.text], result["revision"]?.integer ?? 0)
    } catch {
      guard error.isNotFound else { throw error }
      return (nil, 0)
    }
  }
}
