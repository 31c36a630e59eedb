internal import BoxWire
internal import Terminal
internal import UVLoop

extension Session {
  /// Tells that something is waited for which is not there, and what may have been meant; that is
  /// asked over a connection of its own.
  ///
  /// - Parameters:
  ///   - name: as it was typed.
  ///   - path: the box that it names; nil when it cannot be told.
  func tellAbsence(of name: String, _ path: Path?) async {
    var question = ""
    if let path, let connection = try? await connect() {
      question = await Suggestions(connection: connection).boxes(like: path).question
    }
    guard !Task.isCancelled else { return }
    StandardError.say("there is no \(name) yet\(question); waiting for it")
  }
}
