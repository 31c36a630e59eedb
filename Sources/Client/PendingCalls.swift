internal import Loop
internal import Wire

/// The calls of one connection that have no answer yet. It calls nobody itself, because whoever is
/// told may make or end calls.
@LoopActor
struct PendingCalls {
  typealias Answer = @LoopActor (Result<JSONText, CallError>) -> Void

  /// The id that the next call is to have; ids count up from 1.
  private(set) var nextID = 1
  private var answers: [Int: Answer] = [:]

  mutating func add(_ id: Int, _ answer: @escaping Answer) {
    nextID = id + 1
    answers[id] = answer
  }

  /// Takes out the call that `response` answers; nil when there is none. An error that names no call
  /// is the oldest one's, since a daemon that cannot read a request cannot name it either.
  mutating func remove(for response: Response) -> Answer? {
    let id = response.id.isNull ? answers.keys.min() : response.id.integer
    return id.flatMap { answers.removeValue(forKey: $0) }
  }

  /// Takes out all calls, the oldest first.
  mutating func removeAll() -> [Answer] {
    defer { answers = [:] }
    return answers.sorted { $0.key < $1.key }.map(\.value)
  }
}
