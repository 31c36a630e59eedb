/// The name that the user types to run this program: `procon-client`, or `procon` for short.
struct CommandName: Equatable {
  /// The name in the texts of the sources.
  static let full = CommandName(text: "procon-client")
  /// The name by which this process was started.
  static let current = CommandName(path: CommandLine.arguments.first ?? "")

  let text: String

  private init(text: String) {
    self.text = text
  }

  /// - Parameter path: the program as its caller named it. Any name other than `procon`, such as
  ///   that of a user's copy or link, means the full name.
  init(path: String) {
    self = path.split(separator: "/").last == "procon" ? CommandName(text: "procon") : .full
  }

  /// The text with this name in every command that it shows, such as `procon-client get --help`.
  ///
  /// - Parameter text: uses the full name. A name without a command after it is kept.
  func naming(_ text: String) -> String {
    guard self != .full else { return text }
    return (ProconClient.names + ["help", "--help"]).reduce(text) { text, word in
      text.replacing("\(Self.full.text) \(word)", with: "\(self.text) \(word)")
    }
  }
}
