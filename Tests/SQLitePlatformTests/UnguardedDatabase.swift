import Domain
import DomainTestSupport
import Glibc
import SystemTestSupport

@testable import SQLitePlatform

/// A database with the topics "ai" and "tea", whose tables accept any rows.
struct UnguardedDatabase {
  let path: String
  /// In memory: there are many of them, and a disk would take most of the time.
  private let directory = TemporaryDirectory(in: "/dev/shm")

  /// "ai" has four pros in the order 4, 1, 2, 3, three cons, an option with one pro, a position, an
  /// objection, a todo, two posts and four entries in its history, "tea" one pro and one post.
  init() async throws {
    path = directory.file("topics.sqlite")
    let now = GatewayContract.start
    let gateway = SQLiteGateway(path: path) { [BuiltInTopic.board(at: now)] }
    _ = try await gateway.update("ai", by: "ada") { topic throws(TopicError) in
      try topic.rename(to: "Thinking machines", by: "ada", at: now)
    }
    _ = try await gateway.update("ai") { board throws(BoardError) in
      try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: now)
    }
    for title in ["First", "Second"] { try await post(title, in: "ai", of: gateway) }
    _ = try await GatewayContract.addTopic("Tea", to: gateway)
    _ = try await gateway.update("tea") { board throws(BoardError) in
      try board.add(.pro, text: "Warm", author: "ada", at: now)
    }
    try await post("Leaves", in: "tea", of: gateway)
    await gateway.close()
    try execute(
      """
      INSERT INTO position VALUES ('ai', 'ada', 'yes', 'It thinks', 1000);
      INSERT INTO topic_option (topic, number, title, text) VALUES ('ai', 1, 'Ours', 'Made here');
      INSERT INTO side (topic, option, side, newest, updated) VALUES ('ai', 1, 'pro', 3, 1000);
      INSERT INTO argument (topic, option, side, number, text, comments)
      VALUES ('ai', 1, 'pro', 2, 'Known', '[{"id":"1","text":"Is it?","author":"bob","created":9}]');
      INSERT INTO objection
      VALUES ('ai', 1, NULL, 'Too early', 'ada', 1, 'In May', 'bob', 2, 'resolved', 'ada', 3);
      INSERT INTO todo (topic, number, text, assignee, due)
      VALUES ('ai', 1, 'Migrate', 'bob', '2026-12-01')
      """)
    for table in Table.allCases where table != .trash {
      let columns = table == .topic ? "place, \(table.columns)" : table.columns
      // The id stays what foreign keys refer to.
      let definition =
        table == .topic
        ? "place INTEGER PRIMARY KEY, id UNIQUE, \(table.columns.dropFirst("id, ".count))"
        : table.columns
      try execute(
        """
        CREATE TABLE new (\(definition));
        INSERT INTO new (\(columns)) SELECT \(columns) FROM \(table.rawValue);
        DROP TABLE \(table.rawValue);
        ALTER TABLE new RENAME TO \(table.rawValue)
        """)
    }
  }

  private func post(_ title: String, in topic: Topic.ID, of gateway: SQLiteGateway) async throws {
    _ = try await gateway.update(nil, of: topic) { discussion throws(PostError) in
      try discussion.write(
        title: title, content: "Text", author: "ada", at: GatewayContract.start)
    }
  }

  /// Changes it as another program would.
  func execute(_ sql: String) throws {
    try Database(path).execute(sql)
  }

  /// Adds some 100 kB of rows, and leaves everything in one file.
  func fill() throws {
    try execute(
      """
      WITH RECURSIVE numbers(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < 149)
      INSERT INTO argument
      SELECT 'tea', 'con', n, 0, hex(randomblob(150)) || n, 1, 'ada', 0, 0, NULL, NULL, NULL
      FROM numbers;
      WITH RECURSIVE numbers(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < 114)
      INSERT INTO post
      SELECT 'tea', n, 'Title', hex(randomblob(2500)), 'ada', 0, 0, NULL FROM numbers;
      PRAGMA journal_mode = DELETE;
      VACUUM
      """)
  }

  /// Everything that a gateway shows.
  struct Content: Equatable {
    var topics: [TopicOverview]
    var boards: [Topic.ID: Board] = [:]
    var posts: [Topic.ID: [Post]] = [:]
    var history: [Topic.ID: [HistoryEntry]] = [:]
    /// Of the existence and the titles of topics.
    var existence: [HistoryEntry] = []
    var feed: [HistoryEntry] = []
  }

  /// Reads everything, also what can be read in two ways.
  static func content(of gateway: SQLiteGateway) async throws -> Content {
    var content = Content(topics: try await gateway.topics().value)
    for id in content.topics.map(\.id) {
      let export = try await gateway.content(of: id, upTo: Limits.exportBytes)
      content.boards[id] = try await gateway.board(of: id).value
      content.posts[id] = export.posts
      content.history[id] = try await gateway.history(of: id, before: nil, limit: 100)
      let newest = try await gateway.newestPosts(of: id).value
      let isSame =
        export.board == content.boards[id]
        && export.posts.reversed().map(PostOverview.init) == newest
        && content.boards[id]?.overview == content.topics.first { $0.id == id }
      if !isSame { throw NotTheSame(topic: id) }
    }
    content.existence = try await gateway.history(before: nil, limit: 100)
    content.feed = try await gateway.feed(before: nil, limit: 100)
    return content
  }

  /// A topic is read differently in two ways.
  struct NotTheSame: Error {
    let topic: Topic.ID
  }

  static func faults(of gateway: SQLiteGateway) async -> [String] {
    for await faults in gateway.faults() { return faults.map(\.sentence) }
    return []
  }
}
