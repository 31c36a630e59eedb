public import BoardValues
public import Boxes
public import Domain

/// Where the decision of one topic stands, ready to be shown.
public final class DecisionViewModel: BoardPart {
  public let topic: Topic.ID
  /// Without the figures of positions until the first fetch. A failure leaves it unchanged.
  public var decision: Output<DecisionItem> { Output(itemBox) }

  /// Called when the view model is released.
  var whenReleased: (() -> Void)?
  private let fetched: FetchedValue<Board?, BoardError>
  private let itemBox: Box<DecisionItem>
  private var itemFollowsBoard: Binding?
  private let road: StoreRoad
  private let useCases: any DecisionUseCases
  private let now: CurrentTime
  /// What is known of the topic itself.
  private var known: Topic
  /// The topics that this one replaces.
  private var predecessors: [Topic.ID]

  /// Reads nothing yet: call ``fetch()``.
  ///
  /// - Parameters:
  ///   - topic: what is known of it so far.
  ///   - predecessors: the topics that it replaces.
  public init(
    _ topic: Topic, replaces predecessors: [Topic.ID] = [], _ useCases: any DecisionUseCases,
    road: StoreRoad,
    now: @escaping CurrentTime
  ) {
    let fetched = FetchedValue<Board?, BoardError>(nil, message: \.alert, road: road)
    let item = Box(DecisionItem(topic, replaces: predecessors, at: now()))
    known = topic
    self.predecessors = predecessors
    self.now = now
    self.topic = topic.id
    self.fetched = fetched
    itemBox = item
    self.road = road
    self.useCases = useCases
    itemFollowsBoard = fetched.output.bind { [unowned self] _ in renew() }
  }

  deinit {
    whenReleased?()
  }

  /// Reads the board from the store. Throws `.noTopic` or `.store`.
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

  func clearFailure() {
    fetched.clearFailure()
  }

  func receive(_ board: Board, isRead: Bool) {
    fetched.receive(board, isRead: isRead)
  }

  /// Shows a new state of the topic itself.
  ///
  /// - Parameter predecessors: the topics that it replaces.
  func receive(_ topic: Topic, replaces predecessors: [Topic.ID]) {
    known = topic
    self.predecessors = predecessors
    if let board = fetched.output.value, board.topic != topic {
      fetched.receive(board.with(topic), isRead: false)
    } else {
      renew()
    }
  }

  /// Shows what has changed, also because time has passed.
  func renew() {
    let new =
      fetched.output.value.map { DecisionItem($0, replaces: predecessors, at: now()) }
      ?? DecisionItem(known, replaces: predecessors, at: now())
    if new != itemBox.value { itemBox.value = new }
  }

  // How old it is, and what is left out of it, is beside the positions.
  func show(_ freshness: Freshness) {}
  func show(faults: [StoreFault]) {}
}
