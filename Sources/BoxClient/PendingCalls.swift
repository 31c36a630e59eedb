internal import BoxWire
internal import UVLoop

/// The unanswered calls of one connection. It returns their closures instead of calling them,
/// because they may start or cancel calls.
@LoopActor
struct PendingCalls {
  typealias Answer = @LoopActor (Result<JSONText, CallError>) -> Void

  private var lastID = 0
  private var answers: [Int: Answer] = [:]

  /// The next call's id; ids count up from 1.
  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func add(_ id: Int, _ answer: @escaping Answer) {
    answers[id] = answer
  }

  /// Ignores the answer of a call from now on.
  ///
  /// - Returns: the call's closure; nil when the call was already answered.
  mutating func abandon(_ id: Int) -> Answer? {
    guard let answer = answers[id] else { return nil }
    answers[id] = { _ in }
    return answer
  }

  /// Removes the call that `response` answers; nil when there is none. An error without an id
  /// belongs to the oldest call, because a daemon that cannot read a request cannot read its id
  /// either.
  mutating func remove(for response: Response) -> Answer? {
    let id = response.id.isNull ? answers.keys.min() : response.id.integer
    return id.flatMap { answers.removeValue(forKey: $0) }
  }

  /// Removes all calls, the oldest first.
  mutating func removeAll() -> [Answer] {
    defer { answers = [:] }
    return answers.sorted { $0.key < $1.key }.map(\.value)
  }
}
