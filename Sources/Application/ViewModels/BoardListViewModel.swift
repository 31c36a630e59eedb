public import Boxes
public import Domain

/// A list that belongs to the board of one topic, ready to be shown, and the intents that change it.
///
/// The intents of each kind of list are in the file of its use cases.
public final class BoardListViewModel<Item: Equatable, UseCases>: BoardPart {
  public let topic: Topic.ID
  /// In their order; empty until the first fetch. A failure leaves them unchanged.
  public var items: Output<[Item]> { fetched.output }
  /// False with a message if the store failed, or if something is left out. A broken rule concerns only
  /// the caller who broke it, and is not reported here; an empty list is not an error either.
  public var isErrorFree: Output<Content> { fetched.isErrorFree }
  /// Whether at least one fetch is in progress.
  public var isFetching: Output<Bool> { fetched.isFetching }

  var whenReleased: (() -> Void)?
  let useCases: UseCases
  private let fetched: FetchedValue<[Item], BoardError>
  private let itemsOf: (Board) -> [Item]
  private let read: (UseCases, Topic.ID) async throws(BoardError) -> Stored<Board>
  private let road: StoreRoad

  /// Reads nothing yet: call ``fetch()``.
  ///
  /// - Parameters:
  ///   - read: returns the board of the topic as it is now.
  ///   - items: the list of a board.
  init(
    topic: Topic.ID, _ useCases: UseCases, road: StoreRoad,
    read: @escaping (UseCases, Topic.ID) async throws(BoardError) -> Stored<Board>,
    items: @escaping (Board) -> [Item]
  ) {
    self.topic = topic
    self.useCases = useCases
    self.road = road
    self.read = read
    itemsOf = items
    fetched = FetchedValue([], message: \.alert, road: road)
  }

  deinit {
    whenReleased?()
  }

  /// Reads the board from the store. Throws `.noTopic` or `.store`, which are also in `isErrorFree`.
  public func fetch() async throws(BoardError) {
    try await fetched.fetch(board: topic, on: road, isShared: true) {
      () async throws(BoardError) in
      try await read(useCases, topic)
    }
  }

  /// Changes the store, and returns the answer once the change is shown. Rethrows the error of `change`.
  func change<Answer>(
    _ change: () async throws(BoardError) -> Stored<Answer>
  ) async throws(BoardError) -> Answer {
    try await fetched.change(change)
  }

  func refresh() async -> Bool {
    await fetched.refresh(on: road) { () async throws(BoardError) in
      try await read(useCases, topic)
    }
  }

  func clearFailure() {
    fetched.clearFailure()
  }

  func receive(_ board: Board, isRead: Bool) {
    fetched.receive(itemsOf(board), isRead: isRead)
  }

  func show(_ freshness: Freshness) {
    fetched.show(freshness)
  }

  func show(faults: [StoreFault]) {
    fetched.show(faults: faults.sentences(about: topic, nil))
  }
}
