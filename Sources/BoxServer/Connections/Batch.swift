internal import BoxWire
internal import UVLoop

/// The members of a batch, carried out in order: each starts when the one before it is answered.
///
/// A long batch is carried out in slices, so that other clients get their turn in between.
@LoopActor
final class Batch {
  typealias Member = Result<Request, RequestError>

  private let members: [Member]
  private let turns: Turns
  private let user: Turns.User
  private let perform: @LoopActor (Request, @escaping Reply) -> Void
  private let willWait: @LoopActor (Bool) -> Void
  private let finish: @LoopActor ([Response]) -> Void

  private var responses: [Response] = []
  /// The number of bytes of the results so far.
  private var size = 0
  private var answered = 0
  private var isRunning = false

  /// - Parameters:
  ///   - members: in the order of the line.
  ///   - user: the user whose turns it takes.
  ///   - perform: carries out one member, as a separate turn.
  ///   - willWait: called with true before a pause for the sake of other clients, and with false
  ///     after it.
  ///   - finish: called with the responses in order, without any for notifications.
  init(
    _ members: [Member], turns: Turns, user: Turns.User,
    perform: @escaping @LoopActor (Request, @escaping Reply) -> Void,
    willWait: @escaping @LoopActor (Bool) -> Void, finish: @escaping @LoopActor ([Response]) -> Void
  ) {
    self.members = members
    self.turns = turns
    self.user = user
    self.perform = perform
    self.willWait = willWait
    self.finish = finish
  }

  func run() {
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
    if answered == members.count { finish(responses) }
  }

  private func pause() {
    isRunning = false
    willWait(true)
    turns.wait(user) { [self] end in
      willWait(false)
      run(until: end)
    }
  }

  private func begin(_ member: Member) {
    switch member {
    case .failure(let error): answer(.null, .failure(error))
    case .success(let request): perform(request) { self.answer(request.id, $0) }
    }
  }

  /// - Parameter id: the member's id; nil when no answer is sent.
  private func answer(_ id: JSONText?, _ outcome: Result<ResultValue, RequestError>) {
    if let id { responses.append(Response(id: id, bounded(outcome))) }
    answered += 1
    if !isRunning { run() }
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
