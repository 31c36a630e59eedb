internal import ArgumentParser
internal import TerminalClient

/// The command that `watch-exec`, `update` and `lock` run.
struct ChildCommand: ParsableArguments {
  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "The program to run and its arguments, after '--'.", valueName: "command"),
    completion: .file())
  var words: [String]

  func validate() throws {
    guard let program = words.first, !program.isEmpty else {
      throw ValidationError("the command is missing; write it after '--'")
    }
  }

  var name: String { words[0] }

  var arguments: [String] { Array(words.dropFirst()) }

  /// Checks that the program exists and may be run.
  func check() throws(Failure) {
    if let error = ProgramFile.error(name) { throw .commandUnusable(name, error) }
  }

  /// Variables with which a client that the command runs uses the same daemon.
  func environment(_ common: CommonOptions) -> [String: String] {
    common.socket.map { ["PROCON_SOCKET": $0] } ?? [:]
  }
}
