import Domain
import DomainTestSupport
import FoundationEssentials
import MemoryPlatform

@testable import Application

/// When each test's store was created.
let start = Timestamp(millisecondsSince1970: 1_700_000_000_000)
let startText = "2023-11-14T22:13:20.000Z"

extension StoreRoad {
  /// Shows what a store reports when somebody waits for it.
  convenience init(_ reader: StoreReader) {
    self.init(readTo: reader.read)
    begin(at: reader.version)
    reader.show = { [weak self] in self?.follow($0) }
  }
}

extension ArgumentsViewModel {
  /// The pros, or the cons, of the built-in topic.
  convenience init(
    _ gateway: any BoardsGateway & LiveGateway, side: Column = .pro,
    topic: Topic.ID = BuiltInTopic.id, now: @escaping @Sendable () -> Timestamp = { start }
  ) {
    let road = StoreRoad(StoreReader(gateway))
    self.init(gateway, side: side, topic: topic, now: now, road)
    road.show = { [weak self] changes, isRead in
      for case .board(let board) in changes where board.id == topic {
        self?.receive(board, isRead: isRead)
      }
    }
  }

  fileprivate convenience init(
    _ gateway: any BoardsGateway, side: Column, topic: Topic.ID,
    now: @escaping @Sendable () -> Timestamp, _ road: StoreRoad
  ) {
    self.init(
      topic: topic, side, StoreArguments(gateway: gateway, now: now), road: road)
  }
}

extension PostsViewModel {
  /// The posts of the built-in topic.
  convenience init(
    _ gateway: any LiveGateway & PostsGateway, topic: Topic.ID = BuiltInTopic.id,
    now: @escaping @Sendable () -> Timestamp = { start }
  ) {
    let road = StoreRoad(StoreReader(gateway))
    self.init(gateway, topic: topic, now: now, road)
    road.show = { [weak self] changes, isRead in
      for case .posts(topic, let newest, _) in changes { self?.receive(newest, isRead: isRead) }
    }
  }

  fileprivate convenience init(
    _ gateway: any PostsGateway, topic: Topic.ID, now: @escaping @Sendable () -> Timestamp,
    _ road: StoreRoad
  ) {
    self.init(topic: topic, StorePosts(gateway: gateway, now: now), road: road)
  }
}

extension TopicsViewModel {
  typealias Gateway = any BoardsGateway & HistoryGateway & LiveGateway & PostsGateway
    & TopicsGateway

  /// The topics of a store.
  ///
  /// - Parameter road: that of the same store; nil for one of its own.
  convenience init(
    _ gateway: Gateway, _ road: StoreRoad? = nil,
    now: @escaping @Sendable () -> Timestamp = { start }
  ) {
    let road = road ?? StoreRoad(StoreReader(gateway))
    self.init(StoreTopics(gateway: gateway, now: now), road: road) { overview in
      TopicViewModel(overview, gateway, now: now, road)
    }
  }
}

extension TopicViewModel {
  /// The first topic of a store.
  convenience init(
    _ gateway: any BoardsGateway & LiveGateway & PostsGateway & TopicsGateway,
    now: @escaping @Sendable () -> Timestamp = { start }
  ) async throws {
    let overview = try await gateway.topics().value[0]
    let road = StoreRoad(StoreReader(gateway))
    self.init(overview, gateway, now: now, road)
    road.show = { [weak self] changes, isRead in
      for change in changes {
        switch change {
        case .board(let board) where board.id == overview.id:
          self?.receive(board, isRead: isRead)
        case .overview(let new) where new.id == overview.id: self?.receive(new)
        case .posts(overview.id, let newest, let changes):
          self?.receive(newest, changes, isRead: isRead)
        default: break
        }
      }
    }
  }

  fileprivate convenience init(
    _ overview: TopicOverview, _ gateway: any BoardsGateway & PostsGateway,
    now: @escaping @Sendable () -> Timestamp, _ road: StoreRoad
  ) {
    self.init(overview, parts: TopicParts(gateway, now: now, road: road))
  }
}

extension MemoryGateway {
  /// The built-in topic without arguments.
  static func empty() -> MemoryGateway {
    MemoryGateway(boards: [Board(BuiltInTopic.topic(at: start))])
  }

  /// Adds without a view model.
  func add(_ text: String, to side: Column = .pro) async throws {
    _ = try await update(BuiltInTopic.id) { board throws(BoardError) in
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
