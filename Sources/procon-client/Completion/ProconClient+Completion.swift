internal import ArgumentParser

extension ProconClient {
  /// Whether a completion script asks for what may stand for a word.
  ///
  /// - Parameter arguments: those after the program's name.
  static func isAskedToComplete(_ arguments: [String]) -> Bool {
    // What the argument parser's scripts begin with.
    arguments.first == "---completion"
  }

  /// Prints what may stand for the word, a candidate a line; nothing, when there is none or the
  /// script asks for what there is not.
  static func complete(_ arguments: [String]) async {
    do {
      _ = try await asyncParseAsRoot(arguments)
    } catch {
      let answer = fullMessage(for: error)
      guard exitCode(for: error) == .success, answer.contains(where: { !$0.isWhitespace }) else {
        return
      }
      print(answer)
    }
  }
}
