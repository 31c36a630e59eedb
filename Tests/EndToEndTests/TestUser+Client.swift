import BoxWireTestSupport
import SystemTestSupport

extension TestUser {
  /// Runs `procon-client` with a daemon to its end.
  ///
  /// - Parameter input: nil for none.
  func run(
    _ words: [String], with daemon: any TestDaemon, input: String? = nil
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let client = try start(
      "procon-client", words.prefix(1) + ["--socket", daemon.socket] + words.dropFirst(),
      input: input == nil ? .nothing : .pipe)
    if let input { try client.write(input) }
    client.endInput()
    return (try client.waitForEnd(), client.output, client.errors)
  }
}
