package import BoxWire
internal import Terminal

/// A topic that a command is about.
package struct KnownTopic: Equatable, Sendable {
  package let name: TopicName
  /// In a form that can be shown; nil if the daemon does not show the topic.
  package let title: String?

  package init(_ name: TopicName, title: String? = nil) {
    (self.name, self.title) = (name, title)
  }

  /// - Parameter summary: the value of its summary.
  package init(_ name: TopicName, summary: JSONText) {
    self.init(name, title: summary["title"]?.string?.visibleName)
  }

  /// All topics in the answer to `get`.
  package static func all(in state: JSONText?) -> [KnownTopic] {
    (state?["boxes"]?.members ?? []).compactMap { path, value in
      TopicName(summary: path).map { KnownTopic($0, summary: value) }
    }
  }

  /// The title in quotes, or else the id.
  package var words: String { title.map { "\"\($0)\"" } ?? name.text }
}

/// What a text on the command line means among the topics that there are.
package enum NamedTopic: Equatable {
  case one(KnownTopic)
  /// The text is the beginning of its id.
  case beginning(KnownTopic)
  /// The text is the title of these, or the beginning of their ids.
  case several([KnownTopic])
  case none
}

extension [KnownTopic] {
  /// Finds the topic that has this id; else this title, ignoring case unless that matters; else an id that
  /// begins like this.
  ///
  /// - Parameter root: that of its store; nil for any, whose ids are then written with it.
  package func named(_ argument: TopicArgument, under root: RootName?) -> NamedTopic {
    let text = argument.text
    let name = argument.name(under: root)
    let topics = root.map { root in filter { $0.name.root == root.description } } ?? self
    if let topic = topics.first(where: { $0.name == name }) { return .one(topic) }
    let same = topics.filter { $0.title == text }
    let titled =
      same.isEmpty ? topics.filter { $0.title?.lowercased() == text.lowercased() } : same
    if titled.count > 1 { return .several(titled) }
    if let topic = titled.first { return .one(topic) }
    let matching = topics.filter { (root == nil ? $0.name.text : $0.name.id).hasPrefix(text) }
    if matching.count > 1 { return .several(matching) }
    return matching.first.map(NamedTopic.beginning) ?? .none
  }

  /// Their names, such as `cats, dogs and 3 more`.
  package var list: String {
    let shown = prefix(count > Self.mostShown ? Self.mostShown - 1 : count).map(\.name.text)
    let rest = count - shown.count
    let last = rest > 0 ? "\(rest) more" : shown.last ?? ""
    let first = rest > 0 ? shown : shown.dropLast()
    return first.isEmpty ? last : "\(first.joined(separator: ", ")) and \(last)"
  }

  /// How many names fit into a sentence.
  private static var mostShown: Int { 20 }
}

extension Failure {
  /// A text on the command line may mean several topics.
  ///
  /// - Parameter command: whose help is named; nil for that of the program.
  package static func ambiguous(
    _ argument: TopicArgument, among topics: [KnownTopic], command: String?
  ) -> Failure {
    .usage(
      "'\(argument.text.excerpt)' may mean several topics: \(topics.list)", command: command)
  }
}
