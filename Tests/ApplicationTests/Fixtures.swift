import Application
import Domain
import FoundationEssentials
import MemoryPlatform

/// When each test's store was created.
let start = Timestamp(millisecondsSince1970: 1_700_000_000_000)
let startText = "2023-11-14T22:13:20.000Z"

extension ArgumentsViewModel {
  /// The pros, or the cons, of the built-in topic.
  convenience init(
    _ gateway: any ArgumentsGateway, side: Side = .pro, topic: Topic.ID = BuiltInTopic.id,
    now: @escaping @Sendable () -> Timestamp = { start }
  ) {
    self.init(
      topic: topic, side: side, list: ListArguments(gateway: gateway),
      add: AddArgument(gateway: gateway, now: now),
      change: ChangeArgument(gateway: gateway, now: now),
      move: MoveArgument(gateway: gateway, now: now),
      remove: RemoveArgument(gateway: gateway, now: now))
  }
}

extension PostsViewModel {
  /// The posts of the built-in topic.
  convenience init(
    _ gateway: any PostsGateway, topic: Topic.ID = BuiltInTopic.id,
    now: @escaping @Sendable () -> Timestamp = { start }
  ) {
    self.init(
      topic: topic, list: ListPosts(gateway: gateway), read: ReadPost(gateway: gateway),
      write: WritePost(gateway: gateway, now: now), edit: EditPost(gateway: gateway, now: now),
      remove: RemovePost(gateway: gateway, now: now))
  }
}

extension TopicsViewModel {
  /// The topics of a store.
  convenience init(
    _ gateway: any ArgumentsGateway & HistoryGateway & PostsGateway & TopicsGateway,
    now: @escaping @Sendable () -> Timestamp = { start },
    topic: ((Stored<TopicOverview>) -> TopicViewModel)? = nil
  ) {
    self.init(
      list: ListTopics(gateway: gateway), create: CreateTopic(gateway: gateway, now: now),
      rename: RenameTopic(gateway: gateway, now: now),
      remove: RemoveTopic(gateway: gateway, now: now),
      history: ListHistory(gateway: gateway), undo: UndoChange(gateway: gateway, now: now),
      importing: ImportTopics(gateway: gateway, now: now), exporting: ExportTopic(gateway: gateway)
    ) { overview in
      topic?(overview)
        ?? TopicViewModel(overview) { topic, side in
          ArgumentsViewModel(gateway, side: side, topic: topic, now: now)
        } posts: { topic in
          PostsViewModel(gateway, topic: topic, now: now)
        }
    }
  }
}

extension TopicViewModel {
  /// The first topic of a store.
  convenience init(
    _ gateway: any ArgumentsGateway & PostsGateway & TopicsGateway,
    now: @escaping @Sendable () -> Timestamp = { start }
  ) async throws {
    let overview = try await gateway.topics().map { $0[0] }
    self.init(overview) { topic, side in
      ArgumentsViewModel(gateway, side: side, topic: topic, now: now)
    } posts: { topic in
      PostsViewModel(gateway, topic: topic, now: now)
    }
  }
}

extension MemoryGateway {
  /// The built-in topic without arguments.
  static func empty() -> MemoryGateway {
    MemoryGateway(boards: [Board(BuiltInTopic.topic(at: start))])
  }

  /// Adds without a view model.
  func add(_ text: String, to side: Side = .pro) async throws {
    _ = try await update(BuiltInTopic.id) { board throws(ArgumentError) in
      try board.add(side, text: text, author: "ada", at: start)
    }
  }
}

/// The value as JSON with sorted names.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
