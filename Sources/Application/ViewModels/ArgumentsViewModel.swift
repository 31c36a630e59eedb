public import BoardValues
public import Boxes
public import Domain

/// The arguments of one column, ready to be shown, and the intents that change them.
public final class ArgumentsViewModel: BoardPart {
  public let topic: Topic.ID
  public let column: Column
  /// In order of addition; empty until the first fetch. A failure leaves them unchanged.
  public var items: Output<[ArgumentItem]> { Output(itemsBox) }
  /// False with a message if the store failed, if something is left out, or if there is nothing to
  /// show, unless the topic has options. A broken rule concerns only the caller who broke it, and is not reported here.
  public var isErrorFree: Output<Content> { fetched.isErrorFree }
  /// Whether at least one fetch is in progress.
  public var isFetching: Output<Bool> { fetched.isFetching }
  /// How old the items are, if the store is a service elsewhere.
  public var freshness: Output<FreshnessItem> { fetched.freshness }
  /// The list shown by `items`, for other view models.
  public var list: Output<ArgumentList> { fetched.output }

  private let fetched: FetchedValue<ArgumentList, BoardError>
  private let itemsBox: Box<[ArgumentItem]>
  private let itemsFollowList: Binding
  private let need: Need
  /// Called when the view model is released.
  var whenReleased: (() -> Void)?
  private let road: StoreRoad
  private let useCases: any ArgumentUseCases

  /// Reads nothing yet: call ``fetch()``.
  public init(
    topic: Topic.ID, _ column: Column, _ useCases: any ArgumentUseCases, road: StoreRoad
  ) {
    let need = Need()
    let fetched = FetchedValue<ArgumentList, BoardError>(
      ArgumentList(column), content: { need.content(of: $0) }, message: \.alert, road: road)
    self.need = need
    let items = Box<[ArgumentItem]>([])
    self.topic = topic
    self.column = column
    self.fetched = fetched
    itemsBox = items
    var shown: [Argument] = []
    itemsFollowList = fetched.output.bind { list in
      let (old, oldItems) = (shown, items.value)
      shown = list.arguments
      // Most of them are as before, and making an item takes longer than comparing arguments.
      items.value = shown.enumerated().map { index, argument in
        old.indices.contains(index) && old[index] == argument
          ? oldItems[index] : ArgumentItem(argument)
      }
    }
    self.road = road
    self.useCases = useCases
  }

  deinit {
    whenReleased?()
  }

  /// Reads the board from the store. Throws `.noTopic` or `.store`, which are also in `isErrorFree`.
  ///
  /// - Parameter isShared: whether a read of the board that is in progress will do.
  public func fetch(isShared: Bool = false) async throws(BoardError) {
    try await fetched.fetch(board: topic, on: road, isShared: isShared) {
      () async throws(BoardError) in
      try await useCases.list(of: topic)
    }
  }

  func refresh() async -> Bool {
    await fetched.refresh(on: road) { () async throws(BoardError) in
      try await useCases.list(of: topic)
    }
  }

  /// Adds an argument at the end and returns it. Throws `.invalid`, `.full` or `.duplicate`,
  /// `.noTopic` or `.store`; the last two are also in `isErrorFree`.
  public func add(
    text: String, weight: Int = Limits.defaultWeight, author: String
  ) async throws(BoardError) -> ArgumentItem {
    ArgumentItem(
      try await fetched.change { () async throws(BoardError) in
        try await useCases.add(column, of: topic, text: text, weight: weight, author: author)
      })
  }

  /// Changes the text, the weight or both of an argument; nil keeps the current value.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.invalid`, also if both are nil, `.notFound`, `.changed` or
  ///   `.duplicate`, `.noTopic` or `.store`; the last two are also in `isErrorFree`.
  public func change(
    id: Argument.ID, text: String? = nil, weight: Int? = nil, ifUpdated seen: Timestamp? = nil,
    author: String
  ) async throws(BoardError) -> ArgumentItem {
    ArgumentItem(
      try await fetched.change { () async throws(BoardError) in
        try await useCases.change(
          column, of: topic, id: id, text: text, weight: weight, ifUpdated: seen, author: author)
      })
  }

  /// Moves an argument before another one, or to another column, where it gets a new identifier.
  ///
  /// - Parameters:
  ///   - target: the column to which it is moved; nil for its own.
  ///   - next: the argument in that column before which it is put; nil for the end.
  ///   - seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.notFound`, `.changed`, `.full`, `.duplicate`, `.noTopic` or
  ///   `.store`; the last two are also in `isErrorFree`.
  public func move(
    id: Argument.ID, to target: Column? = nil, before next: Argument.ID? = nil,
    ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) -> ArgumentItem {
    ArgumentItem(
      try await fetched.change { () async throws(BoardError) in
        try await useCases.move(
          column, of: topic, id: id, to: target, before: next, ifUpdated: seen, author: author)
      })
  }

  /// Lets a person support an argument, or no longer do so. Throws `.decided`, `.notFound`,
  /// `.tooManySupporters`, `.noTopic` or `.store`; the last two are also in `isErrorFree`.
  public func support(
    id: Argument.ID, _ isSupporting: Bool, person: String
  ) async throws(BoardError) {
    _ = try await fetched.change { () async throws(BoardError) in
      try await useCases.support(column, of: topic, id: id, isSupporting, person: person)
    }
  }

  /// Adds a comment to an argument, decided or not, and returns its identifier. Throws `.notFound`,
  /// `.invalid`, `.tooManyComments`, `.noTopic` or `.store`; the last two are also in `isErrorFree`.
  public func comment(
    on id: Argument.ID, text: String, author: String
  ) async throws(BoardError) -> Comment.ID {
    try await fetched.change { () async throws(BoardError) in
      try await useCases.comment(on: id, column, of: topic, text: text, author: author)
    }.id
  }

  /// Removes a comment. Throws `.notFound`, `.noComment`, `.noTopic` or `.store`; the last two are also
  /// in `isErrorFree`.
  public func removeComment(
    _ comment: Comment.ID, on id: Argument.ID, author: String
  ) async throws(BoardError) {
    _ = try await fetched.change { () async throws(BoardError) in
      try await useCases.removeComment(comment, on: id, column, of: topic, author: author)
    }
  }

  /// Removes an argument. Throws `.notFound`, `.changed`, `.noTopic` or `.store`; the last two are
  /// also in `isErrorFree`.
  public func remove(
    id: Argument.ID, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) {
    _ = try await fetched.change { () async throws(BoardError) in
      try await useCases.remove(column, of: topic, id: id, ifUpdated: seen, author: author)
    }
  }

  func clearFailure() {
    fetched.clearFailure()
  }

  func receive(_ board: Board, isRead: Bool) {
    // With options, a side may well be empty.
    need.isNeeded = board.options.elements.isEmpty
    // Without its option, it is about to be withdrawn.
    if let list = board[column] { fetched.receive(list, isRead: isRead) }
  }

  func show(_ freshness: Freshness) {
    fetched.show(freshness)
  }

  func show(faults: [StoreFault]) {
    fetched.show(faults: faults.sentences(about: topic, column))
  }
}

/// Whether there ought to be arguments.
private final class Need {
  var isNeeded = true

  /// The value of an error box for a list.
  func content(of list: ArgumentList) -> Content {
    list.arguments.isEmpty && isNeeded
      ? Content(
        status: false, message: list.column.side.nothingFound, reason: Content.nothingFound)
      : Content()
  }
}

extension BoardError {
  /// The message shown to everyone; nil for a broken rule, which concerns only the caller.
  public var alert: String? {
    switch self {
    case .noTopic, .store: message
    default: nil
    }
  }
}
