public import BoardValues
public import Boxes
public import Domain

/// Where the decision of one topic stands, ready to be shown.
public final class DecisionViewModel {
  public let topic: Topic.ID
  /// Without the figures of positions until the first fetch. A failure leaves it unchanged.
  public var decision: Output<DecisionItem> { Output(itemBox) }

  /// Called when the view model is released.
  var whenReleased: (() -> Void)?
  private let fetched: FetchedValue<Board?, BoardError>
  private let itemBox: Box<DecisionItem>
  private let itemFollowsBoard: Binding
  private let road: StoreRoad
  private let useCases: any DecisionUseCases
  private let now: CurrentTime
  /// What is known of the topic itself.
  private var known: Topic

  /// Reads nothing yet: call ``fetch()``.
  ///
  /// - Parameter topic: what is known of it so far.
  public init(
    _ topic: Topic, _ useCases: any DecisionUseCases, road: StoreRoad,
    now: @escaping CurrentTime
  ) {
    let fetched = FetchedValue<Board?, BoardError>(nil, message: \.alert, road: road)
    let item = Box(DecisionItem(topic, at: now()))
    known = topic
    self.now = now
    self.topic = topic.id
    self.fetched = fetched
    itemBox = item
    itemFollowsBoard = fetched.output.bind { board in
      guard let board else { return }
      let new = DecisionItem(board, at: now())
      if new != item.value { item.value = new }
    }
    self.road = road
    self.useCases = useCases
  }

  deinit {
    whenReleased?()
  }

  /// Reads the board from the store. Throws `.noTopic` or `.store`.
  public func fetch() async throws(BoardError) {
    try await fetched.fetch(board: topic, useCases, road)
  }

  /// Reads the board in the background. A failure changes nothing.
  func refresh() async {
    await fetched.refresh(board: topic, useCases, road)
  }

  /// Shows the decision of a board.
  func receive(_ board: Board, isRead: Bool) {
    fetched.receive(board, isRead: isRead)
  }

  /// Shows a new state of the topic itself.
  func receive(_ topic: Topic) {
    known = topic
    if let board = fetched.output.value {
      fetched.receive(board.with(topic), isRead: false)
    } else {
      itemBox.value = DecisionItem(topic, at: now())
    }
  }

  /// Shows what has changed because time has passed.
  func renew() {
    itemBox.value =
      fetched.output.value.map { DecisionItem($0, at: now()) } ?? DecisionItem(known, at: now())
  }
}

extension FetchedValue where Failure == BoardError {
  /// Reads a board and shows it. Rethrows the error of the use case.
  func fetch(
    board topic: Topic.ID, _ useCases: any DecisionUseCases, _ road: StoreRoad
  ) async throws(BoardError) {
    try await fetch { () async throws(BoardError) in
      try await useCases.board(of: topic)
    } follow: {
      $0.follow($1)
    } show: {
      road.show([.board($0)], true)
    }
  }

  /// Reads a board in the background and shows it. A failure changes nothing.
  func refresh(
    board topic: Topic.ID, _ useCases: any DecisionUseCases, _ road: StoreRoad
  ) async {
    await refresh { () async throws(BoardError) in
      try await useCases.board(of: topic)
    } follow: {
      $0.follow($1)
    } show: {
      road.show([.board($0)], true)
    }
  }
}
