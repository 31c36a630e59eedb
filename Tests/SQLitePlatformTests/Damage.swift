import SystemTestSupport

@testable import SQLitePlatform

/// A column of one row of an `UnguardedDatabase` that is given a value that it cannot have.
struct Damage: Sendable, CustomStringConvertible {
  let table: Table
  let column: String
  /// An SQL expression.
  let value: String

  var description: String { "\(table.rawValue).\(column) = \(value)" }

  /// Whether the column is part of the key.
  var isInKey: Bool {
    table.columns.split(separator: ", ").prefix(Int(table.keyColumns)).contains { $0 == column }
  }

  /// Damages the row, which it saves first.
  var sql: String {
    """
    CREATE TABLE saved AS SELECT rowid AS row, * FROM \(table.rawValue) WHERE \(condition);
    UPDATE \(table.rawValue) SET \(column) = \(value) WHERE rowid = (SELECT row FROM saved)
    """
  }

  var mending: String {
    """
    UPDATE \(table.rawValue) SET \(column) = (SELECT \(column) FROM saved)
    WHERE rowid = (SELECT row FROM saved)
    """
  }

  private var condition: String {
    switch table {
    case .topic: "id = 'ai'"
    case .side: "topic = 'ai' AND option = 0 AND side = 'pro'"
    case .argument: "topic = 'ai' AND option = 0 AND side = 'pro' AND number = 2"
    case .option, .objection, .todo: "topic = 'ai' AND number = 1"
    case .position: "topic = 'ai' AND person = 'ada'"
    case .history: "topic = 'ai' AND number = 2"
    case .topicHistory, .feed: "number = 1"
    case .post: "topic = 'ai' AND title = 'First'"
    case .trash: preconditionFailure("the trash is empty")
    }
  }

  /// All of them, or some of every column.
  static var sample: [Damage] {
    stride(from: 0, to: all.count, by: TestLength.isLong ? 1 : 9).map { all[$0] }
  }

  private static let all = Table.allCases.filter { $0 != .trash }.flatMap { table in
    table.columns.split(separator: ", ").flatMap { column in
      values(String(column)).filter { value in
        !accepted.contains("\(table.rawValue).\(column) = \(value)")
      }.map { Damage(table: table, column: String(column), value: $0) }
    }
  }

  private static func values(_ column: String) -> [String] {
    switch column {
    // They have no meaning while the topic is open.
    case "decided_by", "outcome", "reason", "digest", "authority", "outcome_title", "successor": []
    case "number", "weight", "created", "updated", "date", "undoes", "newest", "round", "decided",
      "taken", "deadline", "auto_close", "objections_block", "deciders_resolve", "newest_option",
      "newest_todo", "option", "place", "answered", "closed", "done":
      ["NULL", "'9'", "1.5", "x'00'", "9223372036854775807", "-9223372036854775807 - 1"]
    default:
      [
        "NULL", "9", "1.5", "x'4142'", "''", "hex(zeroblob(600000))", "CAST(x'41FF' AS TEXT)",
        "CAST(x'EDA080' AS TEXT)",
      ]
    }
  }

  private static let accepted =
    [
      "side.updated = NULL", "side.arrangement = NULL", "side.arrangement = ''",
      "argument.author = ''", "argument.supporters = NULL", "history.author = ''",
      "history.undoes = NULL", "post.author = ''",
      "topic_history.author = ''", "feed.author = ''", "topic.decided = NULL",
      "position.sentence = NULL",
      "topic.asked = NULL", "topic.quorum = NULL", "topic.deadline = NULL",
      "argument.comments = NULL", "topic_option.place = NULL", "topic_option.text = NULL",
      "topic_option.author = ''", "objection.place = NULL", "objection.answer = NULL",
      "objection.closing = NULL", "todo.place = NULL", "todo.assignee = NULL", "todo.due = NULL",
      "todo.author = ''",
    ]
    + ["topic", "side", "argument", "post", "topic_option", "todo"].flatMap { table in
      ["\(table).updated_by = NULL", "\(table).updated_by = ''"]
    }
}
