/// Access to the boards of all topics of a store.
public protocol BoardsGateway: Sendable {
  /// Returns a board as it is now. Throws `.noTopic`, or `.store` if the store
  /// fails.
  func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board>

  /// Returns what waits for people in all topics in which something does, as far as the store has read
  /// their boards or can do so at once, in no particular order. Throws `.store` if the store fails.
  func pending() async throws(BoardError) -> Stored<[Pending]>

  /// Reads a board, changes it and stores it with its history records, in one atomic step. Returns
  /// what `change` returned; the board comes from live queries.
  ///
  /// The step is atomic because the rules concern the whole board: otherwise two people could add
  /// the same text at once, or one of two different additions could be lost. If `change` throws,
  /// its error is rethrown and nothing is stored. `change` may run on any thread, and more than
  /// once if a platform has to retry. Also throws `.noTopic`, or `.store` if the store fails.
  func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer>
}
