/// The name that the user types to run this program, such as `procon-client`, or `procon` for short.
package struct CommandName: Equatable {
  /// The command line client, by the name in the texts of the sources.
  package static let client = CommandName(text: "procon-client")
  /// The program by its short name.
  package static let short = CommandName(text: "procon")
  /// The client that fills the terminal.
  package static let fullScreen = CommandName(text: "procon-tui")

  /// The name by which this process was started.
  package static let current = CommandName(path: CommandLine.arguments.first ?? "")

  package let text: String

  private init(text: String) {
    self.text = text
  }

  /// - Parameter path: the program as its caller named it. Any other name, such as that of a user's
  ///   copy or link, means the command line client.
  package init(path: String) {
    let name = path.split(separator: "/").last.map { CommandName(text: String($0)) }
    self = [.short, .fullScreen].first { $0 == name } ?? .client
  }

  /// The text with the short name, if the user typed that, in every command that it shows, such as
  /// `procon-client get --help`.
  ///
  /// - Parameter text: uses the full name. A name without a command after it is kept.
  package func naming(_ text: String) -> String {
    guard self == .short else { return text }
    return text.replacing(/procon-client (?=[a-z]|--)/, with: "procon ")
  }

  /// How the user gets help.
  ///
  /// - Parameter command: a command of the command line client, which the full screen has not; nil
  ///   for the program as a whole.
  func help(_ command: String?) -> String {
    guard self != .fullScreen else { return "\(text) --help" }
    return "\(Self.client.text) \(command.map { "\($0) " } ?? "")--help"
  }
}
