internal import BoxClient
internal import BoxWire

/// The path of a topic, such as `topics.ai`.
struct TopicLocation: Hashable {
  let text: String

  /// The path of its store, such as `topics`.
  var root: String { String(text.prefix { $0 != "." }) }
  /// Such as `ai`.
  var id: String { String(text.drop { $0 != "." }.dropFirst()) }
}

extension SessionRoute.Entry {
  /// The paths of the stores that it shows, each once.
  var roots: [String] {
    patterns.map { TopicLocation(text: $0.text).root }.reduce(into: []) { roots, root in
      if !roots.contains(root) { roots.append(root) }
    }
  }
}
