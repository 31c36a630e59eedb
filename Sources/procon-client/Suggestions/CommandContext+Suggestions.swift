internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

extension CommandContext {
  /// Sends a request and waits for its result. A refusal suggests similar names, which takes another
  /// request.
  func call(
    _ method: String, _ parameters: Parameters, over connection: Connection
  ) async throws(Failure) -> JSONText {
    do throws(Failure) {
      return try await request(method, parameters, over: connection)
    } catch {
      guard case .refused(let error, _, _) = error else { throw error }
      let question = await Suggestions(connection: connection)
        .question(for: error, method, parameters)
      throw .refused(error, method: method, question: question)
    }
  }

  /// Calls an intent of a board.
  func call(
    _ intent: String, _ members: KeyValuePairs<ParameterName, JSONText?>,
    over connection: Connection
  ) async throws(Failure) -> JSONText {
    try await call(intent, Parameters(members), over: connection)
  }

  /// Warns that the client waits for a box that does not exist, and suggests similar ones, which it
  /// requests over a connection of its own.
  ///
  /// - Parameters:
  ///   - name: as the user typed it.
  ///   - path: the box; nil when the name does not say which.
  func warnAboutMissing(_ name: String, _ path: Path?) async {
    var question = ""
    if let path, let connection = try? await connect() {
      question = await Suggestions(connection: connection).boxes(like: path).question
    }
    guard !Task.isCancelled else { return }
    StandardError.report("there is no \(name.excerpt) yet\(question); waiting for it")
  }
}
