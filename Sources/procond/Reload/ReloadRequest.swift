internal import BoxWire
internal import UVLoop

/// One request to a daemon to reload, from the connection to the result.
@LoopActor
final class ReloadRequest: StreamHandler {
  enum Failure: Error {
    /// It has another process id, or belongs to another user.
    case otherDaemon
    case unreachable(LoopError)
    /// It closed the connection: it is full, is shutting down, or is not a daemon.
    case closed
    /// No answer arrived in time.
    case silent
    case refused(RequestError)
  }

  typealias Verdict = Result<[String], Failure>

  private let connection: PipeConnection
  private let line: [UInt8]
  private var splitter = LineSplitter(limit: ProtocolLimits.line)
  private var isSent = false
  /// Whether another program replaces the daemon's; it answers a ping once it serves.
  private let replacesProgram: Bool
  private var verdict: Verdict?
  private var deadline: Timer?
  private var waiting: CheckedContinuation<Verdict, Never>?

  /// - Parameters:
  ///   - process: the daemon's process id; a daemon with a different one does nothing.
  ///   - program: the path of the new program; nil to keep the old one.
  ///   - owners: users who may be listening there; nil for anyone.
  /// - Throws: `Failure` if there is no daemon to ask.
  init(
    _ process: Int32, _ program: String?, at path: String, owners: Set<UInt32>?
  ) throws(Failure) {
    replacesProgram = program != nil
    line =
      Request(
        id: JSONText(1), method: "daemon.reload",
        parameters: Parameters(
          [.init(name: "pid", value: JSONText(Int(process)))]
            + (program.map { [.init(name: "program", value: JSONText($0))] } ?? []))
      ).line
    let owner: UInt32
    do throws(LoopError) {
      connection = try PipeConnection.connect(to: path)
      owner = try connection.peerCredentials().userID
    } catch {
      throw .unreachable(error)
    }
    guard owners?.contains(owner) ?? true else { throw .otherDaemon }
  }

  /// Sends the request once the daemon has greeted, and waits for the result.
  ///
  /// - Returns: a sentence for each change that takes effect only after a restart.
  func verdict(within limit: Duration) async -> Verdict {
    deadline = Timer(after: limit) { [weak self] in self?.end(.failure(.silent)) }
    return await withCheckedContinuation { continuation in
      waiting = continuation
      connection.handler = self
    }
  }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    let outcome = splitter.feed(bytes) { line in
      receive(try? ServerLine(line))
      return waiting != nil
    }
    if outcome == .tooLong { end(.failure(.closed)) }
  }

  func streamDidDrain() {}

  func streamDidReachEnd() {
    end(.failure(.closed))
  }

  func streamDidBreak(_ error: LoopError?) {
    end(.failure(.closed))
  }

  private func receive(_ line: ServerLine?) {
    switch line {
    case .hello where !isSent:
      isSent = true
      connection.write(self.line)
    case .response(let response) where isSent:
      // The new program's answer.
      if let verdict { return end(verdict) }
      let verdict: Verdict = response.outcome
        .map { $0["warnings"]?.elements?.compactMap(\.string) ?? [] }
        .mapError { $0.code == RequestError.Code.notFound.rawValue ? .otherDaemon : .refused($0) }
      guard replacesProgram, case .success = verdict else { return end(verdict) }
      self.verdict = verdict
      connection.write(Request(id: JSONText(2), method: "ping", parameters: Parameters([])).line)
    default:
      // No request is sent to a server that does not greet first.
      if !isSent { end(.failure(.closed)) }
    }
  }

  private func end(_ verdict: Verdict) {
    deadline = nil
    connection.close()
    waiting?.resume(returning: verdict)
    waiting = nil
  }
}
