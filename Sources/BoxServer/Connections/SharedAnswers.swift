internal import BoxWire
internal import UVLoop

/// Answers that take long to build: each is built once, and sent to all clients that send the same
/// request until something changes.
@LoopActor
final class SharedAnswers {
  /// What an answer depends on.
  struct Key: Equatable {
    let method: String
    /// nil for everything.
    let patterns: [Pattern]?
    /// Those of the clients; nil for everything.
    let rights: Rights?
    /// A number that increases whenever the answer may change.
    let version: Int
    /// The client's own scenes that it describes.
    var scenes: [ObjectIdentifier] = []
  }

  private let memory: MemoryUse
  private var answers: [(key: Key, answer: SharedBytes)] = []

  init(_ memory: MemoryUse) {
    self.memory = memory
  }

  /// - Parameter make: makes the answer, when there is none or it is short.
  func answer(
    _ key: Key, _ make: () throws(RequestError) -> JSONText
  ) throws(RequestError) -> ResultValue {
    if let known = answers.first(where: { $0.key == key }) { return .shared(known.answer) }
    let text = try make()
    guard text.bytes.count >= SharedBytes.least else { return .text(text) }
    let answer = SharedBytes(text.bytes, memory)
    answers.removeAll { $0.key.method == key.method && $0.key.version != key.version }
    if answers.count >= Self.most { answers.removeFirst() }
    answers.append((key, answer))
    return .shared(answer)
  }

  func removeAll() {
    answers = []
  }

  /// The number of answers that are remembered.
  private static let most = 2
}
