package import BoxClient
package import BoxWire
package import Terminal
package import UVLoop

/// What a command works with: its output and its connections to a daemon.
@LoopActor
package final class CommandContext {
  package let output: StandardOutput
  package let finder: DaemonFinder
  private let credentials: Credentials
  /// The connections that have logged in.
  private var loggedIn: [Connection] = []
  package let color: ColorChoice
  package let answerTimeout: Duration
  /// Whether lists and the results of changes are printed as JSON, also on a terminal.
  package let printsJSON: Bool
  /// Called with a sentence when an answer is late; by default prints it on standard error.
  package var reportWait: @LoopActor (String) -> Void = { StandardError.report($0) }
  private var hasReportedWait = false

  /// - Parameters:
  ///   - place: the daemon's socket.
  ///   - mayStart: whether to start the user's own daemon if it does not run.
  ///   - isVerbose: whether to say which daemon is used even if the user has only one.
  ///   - secret: what to log in with; nil to remain the Unix user of this process.
  ///   - canLogInLater: whether a session continues without a log-in whose token has ended.
  ///   - answerTimeout: maximum time without an answer from the daemon, and until a pipe with a secret
  ///     ends.
  package init(
    _ place: DaemonPlace, mayStart: Bool, isVerbose: Bool, secret: SecretSource? = nil,
    canLogInLater: Bool = false, answerTimeout: Duration = AnswerWait.standard,
    printsJSON: Bool = false, color: ColorChoice
  ) {
    output = StandardOutput(1)
    finder = DaemonFinder(place, mayStart: mayStart, isVerbose: isVerbose)
    credentials = Credentials(secret, canLogInLater: canLogInLater, patience: answerTimeout)
    self.answerTimeout = answerTimeout
    self.printsJSON = printsJSON
    self.color = color
  }

  /// The styles for standard output.
  package var palette: Palette { color.palette(isTerminal: output.isTerminal) }

  /// Connects, and logs in if the user wants that.
  ///
  /// - Parameter previous: why the last connection was lost; nil when there was none.
  package func connect(after previous: Disconnection? = nil) async throws(Failure) -> Connection {
    let connection = try await finder.connect(after: previous)
    try await credentials.logIn { parameters throws(Failure) in
      try await request(Credentials.method, parameters, over: connection)
    } done: {
      hasLoggedIn($0, over: connection)
    }
    return connection
  }

  /// Remembers who has logged in or out, so that later connections log in likewise.
  ///
  /// - Parameter answer: the daemon's, to the intent `method`.
  package func remember(_ answer: JSONText, of method: String, over connection: Connection) {
    switch method {
    case Credentials.method: hasLoggedIn(answer, over: connection)
    case Credentials.ending:
      credentials.forget()
      loggedIn = []
    default: break
    }
  }

  private func hasLoggedIn(_ answer: JSONText, over connection: Connection) {
    credentials.remember(answer)
    loggedIn = loggedIn.filter { $0.disconnection == nil && $0 !== connection } + [connection]
  }

  /// Ends the log-ins of the connections that are still open, so that their tokens end with the
  /// command.
  package func logOut() async {
    for connection in loggedIn where connection.disconnection == nil {
      _ = await connection.optionalResult(
        of: Credentials.ending, Parameters(), within: Self.logOutTime)
    }
  }

  /// For each connection. Otherwise the tokens expire.
  private static let logOutTime = Duration.seconds(1)

  /// Sends a request and waits for its result.
  ///
  /// - Parameter awaitsEffect: whether to wait for the events of all that it has changed, too.
  package func request(
    _ method: String, _ parameters: Parameters, awaitsEffect: Bool = false,
    over connection: Connection
  ) async throws(Failure) -> JSONText {
    if let disconnection = connection.disconnection { throw .notSent(disconnection) }
    let wait = wait(forAnswerTo: method) { [weak connection] in connection?.close() }
    defer { wait.end() }
    if method.isIntent { wait.ping(over: connection) }
    do throws(CallError) {
      return try await connection.call(method, parameters, awaitsEffect: awaitsEffect)
    } catch {
      throw failure(of: method, error, wait)
    }
  }

  /// Sends requests in one write, and waits for the answers to all of them.
  package func request(
    _ requests: [SessionRequest], over connection: Connection
  ) async throws(Failure) {
    if let disconnection = connection.disconnection { throw .notSent(disconnection) }
    guard let first = requests.first else { return }
    let wait = wait(forAnswerTo: first.method) { [weak connection] in connection?.close() }
    defer { wait.end() }
    let failed: (method: String, error: CallError)? = await withCheckedContinuation {
      continuation in
      var failed: (method: String, error: CallError)?
      var left = requests.count
      let answer: @LoopActor (SessionRequest, Result<JSONText, CallError>) -> Void = {
        request, outcome in
        do throws(CallError) {
          try request.answered(outcome)
        } catch {
          failed = failed ?? (request.method, error)
        }
        left -= 1
        if left == 0 { continuation.resume(returning: failed) }
      }
      connection.send(
        requests.map { request in
          (request.method, request.parameters, { @LoopActor in answer(request, $0) })
        })
    }
    if let failed { throw failure(of: failed.method, failed.error, wait) }
  }

  private func failure(of method: String, _ error: CallError, _ wait: AnswerWait) -> Failure {
    if wait.hasExpired { return noAnswer(to: method) }
    return switch error {
    case .refused(let error): .refused(error, method: method)
    case .lost(let disconnection):
      disconnection.isLimit ? .full : .lost(disconnection, method: method)
    case .cancelled: .lost(.closed, method: method)
    }
  }

  /// Begins to wait for an answer. It is reported once for all answers of a command.
  package func wait(
    forAnswerTo method: String, expire: @escaping @LoopActor () -> Void
  ) -> AnswerWait {
    AnswerWait(
      timeout: answerTimeout, report: { [weak self] in self?.reportWait(for: method) },
      expire: expire)
  }

  private func reportWait(for method: String) {
    guard !hasReportedWait else { return }
    hasReportedWait = true
    reportWait("\(daemon) has not answered '\(method.excerpt)' yet; waiting for it")
  }

  /// The failure of a request whose wait expired.
  package func noAnswer(to method: String) -> Failure {
    .noAnswer(from: daemon, to: method, timeout: answerTimeout)
  }

  private var daemon: String { "the daemon at \(finder.place.path)" }

  /// How JSON is shown on a terminal.
  package var jsonPage: JSONPage { JSONPage(width: output.columns, palette: palette) }

  /// Prints a result: as one line of compact JSON, or laid out on a terminal.
  package func print(_ result: JSONText) {
    guard output.isTerminal else { return output.write(line: result.bytes) }
    jsonPage.lines(result).forEach(print(line:))
  }

  /// Prints a line as it is.
  package func print(line: String) {
    output.write(Array("\(line)\n".utf8))
  }

  /// Returns when the reader has taken all that was written.
  package func flush() async throws(Failure) {
    do throws(OutputError) {
      try await output.settle()
    } catch {
      throw .output(error)
    }
  }
}

extension String {
  /// Whether a method of this name is an intent: its name is a path, and the protocol's own methods
  /// have other names.
  package var isIntent: Bool { contains(".") && !hasPrefix("rpc.") }
}
