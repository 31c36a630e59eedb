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

/// The JSON of a topic's summary.
func summaryJSON(_ title: String) -> String {
  #"{"title":"\#(title)","pros":0,"cons":0,"score":0,"leaning":"even","prosText":"","consText":"","#
    + #""scoreText":"","leaningText":"","line":"","created":"","updated":""}"#
}
