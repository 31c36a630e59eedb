internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// The beginning of an id on the command line, in place of the whole one: posts and what is in the
/// trash have UUIDs, which nobody types.
struct IDBeginning {
  private let text: String

  /// The length of a UUID as text.
  private static let whole = 36

  /// nil for a text that is not the beginning of a UUID, or all of it.
  init?(_ text: String) {
    let isBeginning = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D
    }
    guard isBeginning, !text.isEmpty, text.utf8.count < Self.whole else { return nil }
    self.text = text
  }

  func begins(_ id: String) -> Bool { id.hasPrefix(text) }

  /// A text that comes after all ids with this beginning, and before all later ones.
  var end: String { "\(text)g" }

  /// Returns the id that has this beginning; nil if none has.
  ///
  /// - Parameter ids: all that may have it, or at least two that have.
  /// - Throws: `.usage` if several have it, unless it is one of them.
  func match(in ids: [String], command: String) throws(Failure) -> String? {
    let matches = ids.filter(begins)
    if matches.count > 1, !matches.contains(text) {
      let some = matches.prefix(2).joined(separator: " and ")
      throw .usage("several ids begin with '\(text)', such as \(some)", command: command)
    }
    return matches.contains(text) ? text : matches.first
  }
}

extension CommandContext {
  /// Refuses the beginning of an id in a script, for a command that is not safe: what else has it, the
  /// author of the script cannot know.
  ///
  /// - Parameters:
  ///   - text: as typed.
  ///   - id: what it means.
  func requireWhole(
    _ text: String, _ id: String, isSafe: Bool, command: String
  ) throws(Failure) {
    guard isSafe || text == id || isOnTerminal else {
      throw .usage(
        "'\(text.excerpt)' is only the beginning of \(id); without a terminal, '\(command)' needs the whole"
          + " id", command: command)
    }
  }

  /// Returns the id of a post, of which the beginning may have been given. An unknown one is passed on
  /// to the daemon, which refuses it.
  ///
  /// - Parameter isSafe: whether the beginning is enough in a script, too.
  /// - Throws: `.usage` if several posts of the topic have this beginning.
  @LoopActor
  func postID(
    _ text: String, of topic: TopicName, isSafe: Bool = true, command: String,
    over connection: Connection
  ) async throws(Failure) -> String {
    guard let beginning = IDBeginning(text) else { return text }
    // Posts are in the order of their ids.
    let result = try await call(
      "\(topic.path).posts.page", about: topic, [.limit: 2, .before: beginning.end.json],
      over: connection)
    let ids = try result.read(.items, as: [PostItem].self).map(\.id)
    guard let id = try beginning.match(in: ids, command: command) else { return text }
    try requireWhole(text, id, isSafe: isSafe, command: command)
    return id
  }
}
