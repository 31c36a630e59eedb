internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// What a command works with: where its results go, and how it comes to a daemon.
@LoopActor
final class Session {
  let output: StandardOutput
  let finder: DaemonFinder
  private let color: ColorChoice

  init(_ options: CommonOptions, mayStart: Bool) {
    output = StandardOutput(1)
    finder = DaemonFinder(options.places, mayStart: mayStart)
    color = options.color
  }

  /// For what goes to standard output.
  var palette: Palette { color.palette(isTerminal: output.isTerminal) }

  func connect() async throws(Failure) -> Connection {
    try await finder.connect(after: nil)
  }

  /// Sends a request and shows its result.
  func show(
    _ method: String, _ parameters: Parameters, over connection: Connection? = nil
  ) async throws(Failure) {
    let connection = if let connection { connection } else { try await connect() }
    show(try await call(method, parameters, over: connection))
  }

  func call(
    _ method: String, _ parameters: Parameters, over connection: Connection
  ) async throws(Failure) -> JSONText {
    if let loss = connection.loss { throw .notSent(loss) }
    do throws(CallError) {
      return try await connection.call(method, parameters)
    } catch {
      switch error {
      case .refused(let error):
        let question = await Suggestions(connection: connection)
          .question(for: error, method, parameters)
        throw .refused(error, method: method, question: question)
      case .lost(let loss): throw loss.isLimit ? .full : .lost(loss)
      case .cancelled: throw .lost(.closed)
      }
    }
  }

  /// Writes a result: compact JSON, one line.
  func show(_ result: JSONText) {
    output.write(line: result.bytes)
  }

  /// Writes a line of the program's own, as it is.
  func write(line: String) {
    output.write(Array("\(line)\n".utf8))
  }

  /// Returns when the reader has taken all that was written.
  func flush() async throws(Failure) {
    do throws(OutputError) {
      try await output.settle()
    } catch {
      throw .output(error)
    }
  }

  /// Tells of a failure that a box carries.
  func alert(_ alert: Alert) {
    let palette = color.palette(isTerminal: StandardError.isTerminal)
    StandardError.write(palette.styled("Alert: \(alert.message.printable)", .red))
  }
}
