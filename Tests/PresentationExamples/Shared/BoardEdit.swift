import Domain

/// A change that a user makes on one side.
enum BoardEdit: Sendable {
  case add(text: String, weight: Int)
  /// nil keeps the current text or weight.
  case change(Argument.ID, text: String?, weight: Int?)
  case remove(Argument.ID)

  /// Makes it in the store.
  func make(
    on side: Side, of topic: Topic.ID, by author: String, with useCases: any ArgumentUseCases
  ) async throws(BoardError) -> Stored<Argument> {
    switch self {
    case .add(let text, let weight):
      try await useCases.add(Column(side), of: topic, text: text, weight: weight, author: author)
    case .change(let id, let text, let weight):
      try await useCases.change(
        Column(side), of: topic, id: id, text: text, weight: weight, ifUpdated: nil, author: author)
    case .remove(let id):
      try await useCases.remove(Column(side), of: topic, id: id, ifUpdated: nil, author: author)
    }
  }
}
