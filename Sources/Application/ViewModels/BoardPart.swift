import Domain

/// What shows a part of the board of a topic.
protocol BoardPart: AnyObject {
  /// Called when it is released.
  var whenReleased: (() -> Void)? { get set }
  /// Shows its part of a board.
  func receive(_ board: Board, isRead: Bool)
  /// Shows how old the board is.
  func show(_ freshness: Freshness)
  /// Shows what is left out of its part.
  func show(faults: [StoreFault])
  /// Reads the board in the background, and returns whether that was possible. A failure changes nothing.
  func refresh() async -> Bool
  /// Forgets a failure, because the store works.
  func clearFailure()
}

extension FetchedValue where Failure == BoardError {
  /// Reads a board and shows it, in all of its parts. Rethrows the error of `read`.
  ///
  /// - Parameters:
  ///   - isShared: whether a read of the board that is in progress will do.
  ///   - read: returns the board as it is now.
  func fetch(
    board topic: Topic.ID, on road: StoreRoad, isShared: Bool,
    _ read: () async throws(BoardError) -> Stored<Board>
  ) async throws(BoardError) {
    if isShared {
      try await fetch { (shown) async throws(BoardError) in
        try await road.share(topic, read, shown: shown)
      }
    } else {
      try await fetch(read, follow: { $0.follow($1) }, show: { road.show([.board($0)], true) })
    }
  }

  /// Reads a board in the background and shows it, and returns whether that was possible. A failure
  /// changes nothing.
  func refresh(
    on road: StoreRoad, _ read: () async throws(BoardError) -> Stored<Board>
  ) async -> Bool {
    await refresh(read, follow: { $0.follow($1) }, show: { road.show([.board($0)], true) })
  }
}

extension [StoreFault] {
  /// The sentences about a column of a board; those about the whole board if it is nil.
  func sentences(about topic: Topic.ID, _ column: Column?) -> [String] {
    filter { fault in
      fault.part == .board(topic) && (fault.column == nil || fault.column == column)
    }.map(\.sentence)
  }
}
