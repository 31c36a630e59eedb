internal import Glibc
internal import TerminalClient

/// The client that fills the terminal, as a program of its own.
enum FullScreenProgram {
  /// Replaces this process by that program. Returns if it cannot be run.
  ///
  /// - Parameter arguments: the words after the program's name.
  static func run(_ arguments: [String]) {
    let name = CommandName.fullScreen.text
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    execv(SiblingProgram.path(of: name), &words)
    for word in words { free(word) }
  }
}
