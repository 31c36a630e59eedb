internal import BoxWire
internal import UVLoop

/// The members of a batch, carried out in order: each starts when the one before it is answered.
///
/// A long batch is carried out in slices, so that other clients get their turn in between.
@LoopActor
final class Batch {
  typealias Member = Result<Request, RequestError>

  private let members: [Member]
  private let bytes: Int
  private let dispatcher: Dispatcher
  private let output: any SubscriberOutput

  private var responses: [Response] = []
  /// The number of bytes of the results so far.
  private var size = 0
  /// The number of bytes of all answers so far, which are held until the batch is answered.
  private var heldBytes = 0
  private var answered = 0
  private var isRunning = false

  /// - Parameters:
  ///   - members: in the order of the line.
  ///   - bytes: the size of the line.
  ///   - output: takes the answer, and what the client subscribes to.
  init(
    _ members: [Member], bytes: Int, _ dispatcher: Dispatcher, _ output: any SubscriberOutput
  ) {
    self.members = members
    self.bytes = bytes
    self.dispatcher = dispatcher
    self.output = output
  }

  private var turns: Turns { dispatcher.registry.turns }

  /// To be called once.
  func run() {
    dispatcher.client.inProgress.begin(members.count, bytes: bytes)
    runForSlice()
  }

  private func runForSlice() {
    run(until: .now + turns.slice)
  }

  private func run(until end: MonotonicTime) {
    isRunning = true
    while answered < members.count {
      let before = answered
      begin(members[before])
      // Otherwise the batch continues when the answer comes.
      guard answered > before else { break }
      if answered < members.count, .now >= end { return pause() }
    }
    isRunning = false
    if answered == members.count { finish() }
  }

  private func pause() {
    isRunning = false
    dispatcher.client.inProgress.pauseBatch()
    output.requestFlush()
    turns.wait(dispatcher.client.caller.user) { [self] end in
      dispatcher.client.inProgress.resumeBatch()
      output.requestFlush()
      run(until: end)
    }
  }

  private func finish() {
    dispatcher.client.inProgress.end(members.count, bytes: bytes + heldBytes)
    if let line = Response.line(batch: responses) { output.append(line) }
    output.requestFlush()
  }

  // MARK: Members

  private func begin(_ member: Member) {
    switch member {
    case .failure(let error): answer(.null, .failure(error))
    case .success(let request):
      perform(request) { [self] outcome in
        hold(outcome)
        answer(request.id, outcome)
      }
      // Each is a separate turn.
      dispatcher.registry.log.endTurn()
    }
  }

  private func perform(_ request: Request, _ reply: @escaping Reply) {
    do throws(RequestError) {
      let call = try dispatcher.read(request, isInBatch: true)
      // The session has ended, and none begins.
      if output.isClosed, call.namesSession { throw .connectionEnded }
      dispatcher.perform(call, output: output, isAnswered: request.id != nil, reply)
    } catch {
      reply(.failure(error))
    }
  }

  private func hold(_ outcome: Result<ResultValue, RequestError>) {
    guard case .success(let value) = outcome else { return }
    heldBytes += value.json.bytes.count
    dispatcher.client.inProgress.hold(bytes: value.json.bytes.count)
  }

  /// - Parameter id: the member's id; nil when no answer is sent.
  private func answer(_ id: JSONText?, _ outcome: Result<ResultValue, RequestError>) {
    if let id { responses.append(Response(id: id, bounded(outcome))) }
    answered += 1
    if !isRunning { runForSlice() }
  }

  /// The outcome, or an error when all results together are too long for one line.
  private func bounded(
    _ outcome: Result<ResultValue, RequestError>
  ) -> Result<JSONText, RequestError> {
    let outcome = outcome.map(\.json)
    guard case .success(let result) = outcome else { return outcome }
    guard size + result.bytes.count <= ProtocolLimits.answer else {
      return .failure(
        .limit(
          "answer", "the batch's answers would be over \(ProtocolLimits.answer) bytes together"))
    }
    size += result.bytes.count
    return outcome
  }
}
