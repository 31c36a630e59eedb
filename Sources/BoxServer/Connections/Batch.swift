internal import BoxWire
internal import UVLoop

/// The members of one line, carried out one after another: each begins when the one before it is
/// answered.
///
/// A batch that takes long is carried out in slices, between which others get their turn.
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
  /// Bytes of the results so far.
  private var size = 0
  private var answered = 0
  private var isRunning = false

  /// - Parameters:
  ///   - members: in the order of the line.
  ///   - user: whose turns it takes.
  ///   - perform: has one carried out, as a turn of its own.
  ///   - willWait: is called with true before a pause for the sake of others, and with false after it.
  ///   - finish: is given the responses in order, none for notifications.
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
      // Otherwise it goes on when the answer comes.
      guard answered > before else { break }
      if answered < members.count, .now >= end { return pause() }
    }
    isRunning = false
    if answered == members.count { finish(responses) }
  }

  private func pause() {
    isRunning = false
    willWait(true)
    turns.wait(self, user)
  }

  private func begin(_ member: Member) {
    switch member {
    case .failure(let error): answer(.null, .failure(error))
    case .success(let request): perform(request) { self.answer(request.id, $0) }
    }
  }

  /// - Parameter id: of the member; nil when nothing is to be answered.
  private func answer(_ id: JSONText?, _ outcome: Result<ResultValue, RequestError>) {
    if let id { responses.append(Response(id: id, bounded(outcome))) }
    answered += 1
    if !isRunning { run() }
  }

  /// The outcome, or a limit when all results would be too much for one line.
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

extension Batch: TurnTaker {
  func takeTurn(until end: MonotonicTime) {
    willWait(false)
    run(until: end)
  }
}
