public import Boxes
public import Domain

/// The arguments of one side of one topic, ready to be shown, and what can be done with them.
///
/// Of overlapping calls the latest wins: an answer older than what is shown is dropped.
public final class ArgumentsViewModel {
  public let topic: Topic.ID
  public let side: Side
  /// In order of addition; empty until the first fetch. A failure leaves them as they are.
  public var items: Output<[ArgumentItem]> { Output(itemsBox) }
  /// False with a message when the store failed or when there is nothing to show. A broken rule is
  /// the business of whoever broke it and is not told here.
  public var isErrorFree: Output<Content> { Output(isErrorFreeBox) }
  /// Whether at least one fetch is under way.
  public var isFetching: Output<Bool> { Output(isFetchingBox) }
  /// What `items` shows, for other view models.
  public var list: Output<ArgumentList> { Output(listBox) }

  private let itemsBox = Box<[ArgumentItem]>([])
  private let isErrorFreeBox = Box(Content())
  private let isFetchingBox = Box(false)
  private let listBox: Box<ArgumentList>
  private let listArguments: ListArguments
  private let addArgument: AddArgument
  private let changeArgument: ChangeArgument
  private let removeArgument: RemoveArgument
  private var order = CallOrder()
  private var fetches = 0

  /// Reads nothing yet: that is for ``fetch()``.
  public init(
    topic: Topic.ID, side: Side, list: ListArguments, add: AddArgument, change: ChangeArgument,
    remove: RemoveArgument
  ) {
    self.topic = topic
    self.side = side
    listBox = Box(ArgumentList(side))
    listArguments = list
    addArgument = add
    changeArgument = change
    removeArgument = remove
  }

  /// Reads the list from the store. A failure is also in `isErrorFree`. Throws `.noTopic` or
  /// `.store`.
  public func fetch() async throws(ArgumentError) {
    let call = order.start()
    beginFetching()
    defer { endFetching() }
    do {
      show(try await listArguments(side, of: topic), from: call)
    } catch {
      if order.failFetch(call) { tell(error) }
      throw error
    }
  }

  /// Adds an argument at the end and returns it. Throws `.invalid`, `.full` or `.duplicate`,
  /// `.noTopic` or `.store`; the last two are also in `isErrorFree`.
  public func add(
    text: String, weight: Int = Limits.defaultWeight, author: String
  ) async throws(ArgumentError) -> ArgumentItem {
    try await change { () async throws(ArgumentError) in
      try await addArgument(side, of: topic, text: text, weight: weight, author: author)
    }
  }

  /// Gives an argument another text, weight or both; nil keeps what is there. Throws `.invalid`,
  /// also when both are nil, `.notFound` or `.duplicate`, `.noTopic` or `.store`; the last two are
  /// also in `isErrorFree`.
  public func change(
    id: Argument.ID, text: String? = nil, weight: Int? = nil
  ) async throws(ArgumentError) -> ArgumentItem {
    try await change { () async throws(ArgumentError) in
      try await changeArgument(side, of: topic, id: id, text: text, weight: weight)
    }
  }

  /// Removes an argument. Throws `.notFound`, `.noTopic` or `.store`; the last two are also in
  /// `isErrorFree`.
  public func remove(id: Argument.ID) async throws(ArgumentError) {
    _ = try await change { () async throws(ArgumentError) in
      try await removeArgument(side, of: topic, id: id)
    }
  }

  private func change(
    _ change: () async throws(ArgumentError) -> (list: ArgumentList, argument: Argument)
  ) async throws(ArgumentError) -> ArgumentItem {
    let call = order.start()
    do {
      let (list, argument) = try await change()
      show(list, from: call)
      return ArgumentItem(argument)
    } catch {
      switch error {
      case .invalid, .duplicate, .notFound, .full: break
      case .noTopic, .store:
        order.failChange(call)
        tell(error)
      }
      throw error
    }
  }

  private func show(_ list: ArgumentList, from call: Int) {
    if order.succeed(call, version: list.version), list != listBox.value {
      itemsBox.value = list.arguments.map(ArgumentItem.init)
      listBox.value = list
    }
    guard !order.hasFailure else { return }
    isErrorFreeBox.value =
      listBox.value.arguments.isEmpty
      ? Content(status: false, message: side.nothingFound) : Content()
  }

  private func tell(_ failure: ArgumentError) {
    isErrorFreeBox.value = Content(status: false, message: failure.message)
  }

  private func beginFetching() {
    fetches += 1
    if fetches == 1 { isFetchingBox.value = true }
  }

  private func endFetching() {
    fetches -= 1
    if fetches == 0 { isFetchingBox.value = false }
  }
}
