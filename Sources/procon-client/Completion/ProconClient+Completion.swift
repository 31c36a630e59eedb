internal import ArgumentParser

extension ProconClient {
  /// Whether a completion script asks for completions.
  ///
  /// - Parameter arguments: the words after the program's name.
  static func isAskedToComplete(_ arguments: [String]) -> Bool {
    // The first word that ArgumentParser's scripts pass.
    arguments.first == "---completion"
  }

  /// Prints the completions of the word, one per line; nothing when there are none or the request
  /// is not valid.
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
