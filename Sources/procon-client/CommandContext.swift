internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// What a command works with: its output and its way to a daemon.
@LoopActor
final class CommandContext {
  let output: StandardOutput
  let finder: DaemonFinder
  private let credentials: Credentials
  /// The connections that have logged in.
  private var loggedIn: [Connection] = []
  private let color: ColorChoice
  private let answerTimeout: Duration
  /// Reports that an answer is late, on standard error unless somebody else does.
  var reportWait: @LoopActor (String) -> Void = { StandardError.report($0) }
  private var hasReportedWait = false

  /// - Parameters:
  ///   - places: the sockets to try.
  ///   - mayStart: whether to start a daemon if none listens.
  ///   - secret: what to log in with; nil to stay who the kernel says.
  ///   - answerTimeout: maximum time without an answer from the daemon.
  init(
    _ places: DaemonPlaces, mayStart: Bool, secret: SecretSource? = nil, answerTimeout: Duration,
    color: ColorChoice
  ) {
    output = StandardOutput(1)
    finder = DaemonFinder(places, mayStart: mayStart)
    credentials = Credentials(secret)
    self.answerTimeout = answerTimeout
    self.color = color
  }

  /// The styles for standard output.
  var palette: Palette { color.palette(isTerminal: output.isTerminal) }

  /// Connects, and logs in if the user wants that.
  ///
  /// - Parameter previous: why the last connection was lost; nil when there was none.
  func connect(after previous: Disconnection? = nil) async throws(Failure) -> Connection {
    let connection = try await finder.connect(after: previous)
    try await credentials.logIn { parameters throws(Failure) in
      try await call(Credentials.method, parameters, over: connection, suggests: false)
    } done: {
      hasLoggedIn($0, over: connection)
    }
    return connection
  }

  /// Remembers a log-in, so that later connections log in likewise.
  ///
  /// - Parameter answer: the daemon's.
  func hasLoggedIn(_ answer: JSONText, over connection: Connection) {
    credentials.keep(answer)
    loggedIn = loggedIn.filter { $0.disconnection == nil && $0 !== connection } + [connection]
  }

  /// To be called when the user has logged out: later connections do not log in.
  func hasLoggedOut() {
    credentials.forget()
    loggedIn = []
  }

  /// Ends the log-ins of the connections that are still open, so that their tokens end with the
  /// command.
  func logOut() async {
    for connection in loggedIn where connection.disconnection == nil {
      _ = await connection.optionalResult(
        of: Credentials.ending, Parameters(), within: Self.logOutTime)
    }
  }

  /// For each connection. Otherwise the tokens expire.
  private static let logOutTime = Duration.seconds(1)

  /// Sends a request and prints its result.
  func printResult(
    of method: String, _ parameters: Parameters, over connection: Connection? = nil
  ) async throws(Failure) {
    let connection = if let connection { connection } else { try await connect() }
    print(try await call(method, parameters, over: connection))
  }

  /// - Parameter suggests: whether a refusal suggests similar names, which takes another request.
  func call(
    _ method: String, _ parameters: Parameters, over connection: Connection,
    suggests: Bool = true
  ) async throws(Failure) -> JSONText {
    if let disconnection = connection.disconnection { throw .notSent(disconnection) }
    let wait = wait(forAnswerTo: method) { [weak connection] in connection?.close() }
    defer { wait.end() }
    if method.isIntent { wait.ping(over: connection) }
    do throws(CallError) {
      return try await connection.call(method, parameters)
    } catch {
      if wait.hasExpired { throw noAnswer(to: method) }
      wait.end()
      switch error {
      case .refused(let error):
        let question =
          suggests
          ? await Suggestions(connection: connection).question(for: error, method, parameters)
          : ""
        throw .refused(error, method: method, question: question)
      case .lost(let disconnection):
        throw disconnection.isLimit ? .full : .lost(disconnection, method: method)
      case .cancelled: throw .lost(.closed, method: method)
      }
    }
  }

  /// Begins to wait for an answer. It is reported once for all answers of a command.
  func wait(
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
  func noAnswer(to method: String) -> Failure {
    .noAnswer(from: daemon, to: method, timeout: answerTimeout)
  }

  private var daemon: String { "the daemon" + (finder.place.map { " at \($0)" } ?? "") }

  /// How JSON is shown on a terminal.
  var jsonPage: JSONPage { JSONPage(width: output.columns, palette: palette) }

  /// Prints a result: as one line of compact JSON, or laid out on a terminal.
  func print(_ result: JSONText) {
    guard output.isTerminal else { return output.write(line: result.bytes) }
    jsonPage.lines(result).forEach(print(line:))
  }

  /// Prints a line as it is.
  func print(line: String) {
    output.write(Array("\(line)\n".utf8))
  }

  /// Prints rows of as many cells each: in columns on a terminal, with tabs between them in a pipe.
  func print(table rows: [[String]]) {
    guard output.isTerminal, let columns = rows.first?.count else {
      for row in rows { print(line: row.joined(separator: "\t")) }
      return
    }
    let widths = (0..<columns - 1).map { column in
      rows.map { $0[column].displayWidth }.max() ?? 0
    }
    for row in rows {
      let cells = zip(row, widths).map { $0.leftAligned(in: $1 + 2) }
      print(line: cells.joined() + row[columns - 1])
    }
  }

  /// Returns when the reader has taken all that was written.
  func flush() async throws(Failure) {
    do throws(OutputError) {
      try await output.settle()
    } catch {
      throw .output(error)
    }
  }

  /// Reports a failure that a box contains, on standard error.
  func report(_ alert: Alert) {
    let palette = color.palette(isTerminal: StandardError.isTerminal)
    StandardError.write(palette.styled("Alert: \(alert.message.printable)", .red))
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

  /// Warns that boxes will be lost when the daemon exits, if this client started the daemon and it
  /// does not keep shared boxes.
  func warnAboutLoss(of boxes: [Path], over connection: Connection) async {
    let info = "daemon.info"
    guard finder.hasStartedDaemon, let pattern = Pattern(info) else { return }
    let result = await connection.optionalResult(
      of: Get.method, Get(patterns: [pattern]).parameters, within: answerTimeout)
    guard let result, result["boxes"]?[info]?["keepsShared"]?.boolean != true else { return }
    StandardError.report(
      """
      \(boxes.map(\.text.excerpt).prefix(3).joined(separator: ", "))\(boxes.count > 3 ? ", …" : "") \
      will be lost when the daemon exits, a minute after its last client; a daemon that runs as a service \
      keeps \(boxes.count == 1 ? "it" : "them")
      """)
  }
}
