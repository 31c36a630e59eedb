public import Boxes
public import Domain

/// The arguments of one side of one topic, ready to be shown, and the intents that change them.
///
/// When calls overlap, the latest one counts: an answer older than what is shown is dropped.
public final class ArgumentsViewModel {
  public let topic: Topic.ID
  public let side: Side
  /// In order of addition; empty until the first fetch. A failure leaves them as they are.
  public var items: Output<[ArgumentItem]> { Output(itemsBox) }
  /// False with a message if the store failed or there is nothing to show. A broken rule concerns
  /// only the caller who broke it and is not shown here.
  public var isErrorFree: Output<Content> { fetched.isErrorFree }
  /// Whether at least one fetch is in progress.
  public var isFetching: Output<Bool> { fetched.isFetching }
  /// What `items` shows, for other view models.
  public var list: Output<ArgumentList> { fetched.output }

  private let fetched: FetchedValue<ArgumentList, ArgumentError>
  private let itemsBox: Box<[ArgumentItem]>
  private let itemsFollowList: Binding
  /// What follows the list for as long as this is kept.
  private var followers: [Binding] = []
  private let listArguments: ListArguments
  private let addArgument: AddArgument
  private let changeArgument: ChangeArgument
  private let removeArgument: RemoveArgument

  /// Reads nothing yet: call ``fetch()``.
  public init(
    topic: Topic.ID, side: Side, list: ListArguments, add: AddArgument, change: ChangeArgument,
    remove: RemoveArgument
  ) {
    let fetched = FetchedValue<ArgumentList, ArgumentError>(
      ArgumentList(side), version: \.version, content: \.content, message: \.alert)
    let items = Box<[ArgumentItem]>([])
    self.topic = topic
    self.side = side
    self.fetched = fetched
    itemsBox = items
    itemsFollowList = fetched.output.bind { items.value = $0.arguments.map(ArgumentItem.init) }
    listArguments = list
    addArgument = add
    changeArgument = change
    removeArgument = remove
  }

  /// Ends a binding of the list no sooner than this is released.
  func keep(_ follower: Binding) {
    followers.append(follower)
  }

  /// Reads the list from the store. Throws `.noTopic` or `.store`, which are also in `isErrorFree`.
  public func fetch() async throws(ArgumentError) {
    try await fetched.fetch { () async throws(ArgumentError) in
      try await listArguments(side, of: topic)
    }
  }

  /// Adds an argument at the end and returns it. Throws `.invalid`, `.full` or `.duplicate`,
  /// `.noTopic` or `.store`; the last two are also in `isErrorFree`.
  public func add(
    text: String, weight: Int = Limits.defaultWeight, author: String
  ) async throws(ArgumentError) -> ArgumentItem {
    let argument = try await fetched.change { () async throws(ArgumentError) in
      try await addArgument(side, of: topic, text: text, weight: weight, author: author)
    }
    return ArgumentItem(argument)
  }

  /// Changes the text, the weight or both of an argument; nil keeps what is there. Throws
  /// `.invalid`, also if both are nil, `.notFound` or `.duplicate`, `.noTopic` or `.store`; the last
  /// two are also in `isErrorFree`.
  public func change(
    id: Argument.ID, text: String? = nil, weight: Int? = nil
  ) async throws(ArgumentError) -> ArgumentItem {
    let argument = try await fetched.change { () async throws(ArgumentError) in
      try await changeArgument(side, of: topic, id: id, text: text, weight: weight)
    }
    return ArgumentItem(argument)
  }

  /// Removes an argument. Throws `.notFound`, `.noTopic` or `.store`; the last two are also in
  /// `isErrorFree`.
  public func remove(id: Argument.ID) async throws(ArgumentError) {
    _ = try await fetched.change { () async throws(ArgumentError) in
      try await removeArgument(side, of: topic, id: id)
    }
  }
}

extension ArgumentList {
  /// What an error box says about it.
  fileprivate var content: Content {
    arguments.isEmpty ? Content(status: false, message: side.nothingFound) : Content()
  }
}

extension ArgumentError {
  /// What everyone is shown of it; nil for a broken rule.
  fileprivate var alert: String? {
    switch self {
    case .invalid, .duplicate, .notFound, .full: nil
    case .noTopic, .store: message
    }
  }
}
