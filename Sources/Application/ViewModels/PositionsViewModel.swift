public import BoardValues
public import Boxes
public import Domain

/// The positions of people on one topic, ready to be shown, and the intents that take and withdraw them.
public final class PositionsViewModel: BoardPart {
  public let topic: Topic.ID
  /// In the order in which they were taken; empty until the first fetch. A failure leaves them unchanged.
  public var items: Output<[PositionItem]> { Output(itemsBox) }
  /// The people who are asked and have not answered, in the order in which they are named; nobody unless
  /// people are named.
  public var awaited: Output<[String]> { Output(awaitedBox) }
  /// False with a message if the store failed. A broken rule concerns only the caller who broke it, and is
  /// not reported here; a topic without positions is not an error either.
  public var isErrorFree: Output<Content> { fetched.isErrorFree }
  /// Whether at least one fetch is in progress.
  public var isFetching: Output<Bool> { fetched.isFetching }

  /// Called when the view model is released.
  var whenReleased: (() -> Void)?
  private let fetched: FetchedValue<Answers, BoardError>
  private let itemsBox: Box<[PositionItem]>
  private let awaitedBox: Box<[String]>
  private let boxesFollowAnswers: Binding
  private let road: StoreRoad
  private let useCases: any DecisionUseCases

  /// Reads nothing yet: call ``fetch()``.
  public init(topic: Topic.ID, _ useCases: any DecisionUseCases, road: StoreRoad) {
    let fetched = FetchedValue<Answers, BoardError>(Answers(), message: \.alert, road: road)
    let items = Box<[PositionItem]>([])
    let awaited = Box<[String]>([])
    self.topic = topic
    self.fetched = fetched
    itemsBox = items
    awaitedBox = awaited
    boxesFollowAnswers = fetched.output.bind { answers in
      items.value = answers.items
      if awaited.value != answers.awaited { awaited.value = answers.awaited }
    }
    self.road = road
    self.useCases = useCases
  }

  deinit {
    whenReleased?()
  }

  /// Reads the board from the store. Throws `.noTopic` or `.store`, which are also in `isErrorFree`.
  public func fetch() async throws(BoardError) {
    try await fetched.fetch(board: topic, on: road, isShared: true) {
      () async throws(BoardError) in
      try await useCases.board(of: topic)
    }
  }

  func refresh() async -> Bool {
    await fetched.refresh(on: road) { () async throws(BoardError) in
      try await useCases.board(of: topic)
    }
  }

  /// Takes a position, in place of the person's previous one, and returns it.
  ///
  /// - Parameters:
  ///   - position: `abstain` counts as an answer, and for nothing.
  ///   - sentence: why; nil to give no reason.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, `.tooManyPositions`, `.noOption`, `.noOptions`,
  ///   `.hasOptions`, `.noTopic` or `.store`; the last two are also in `isErrorFree`.
  public func take(
    _ position: ChoiceName, because sentence: String?, person: String
  ) async throws(BoardError) {
    _ = try await fetched.change { () async throws(BoardError) in
      try await useCases.takePosition(
        Choice(position), because: sentence, on: topic, person: person)
    }
  }

  /// Takes back a person's position. Throws `.decided`, `.noPosition`, `.noTopic` or `.store`; the last two
  /// are also in `isErrorFree`.
  public func withdraw(person: String) async throws(BoardError) {
    _ = try await fetched.change { () async throws(BoardError) in
      try await useCases.withdrawPosition(on: topic, person: person)
    }
  }

  func clearFailure() {
    fetched.clearFailure()
  }

  func receive(_ board: Board, isRead: Bool) {
    fetched.receive(Answers(board), isRead: isRead)
  }

  func show(_ freshness: Freshness) {
    fetched.show(freshness)
  }

  func show(faults: [StoreFault]) {
    fetched.show(faults: faults.sentences(about: topic, nil))
  }
}

/// The positions on a topic, and those that are missing.
private struct Answers: Equatable {
  var items: [PositionItem] = []
  var awaited: [String] = []

  /// None.
  init() {}

  init(_ board: Board) {
    let counted = Set(board.counted.map(\.person))
    items = board.positions.map { position in
      PositionItem(position, on: board, counts: counted.contains(position.person))
    }
    awaited = board.awaited
  }
}
