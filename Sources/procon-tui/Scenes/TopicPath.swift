/// The path of a topic, such as `topics.ai`.
struct TopicPath: Hashable {
  let text: String

  /// The path of its store, such as `topics`.
  var root: String { String(text.prefix { $0 != "." }) }
  /// Such as `ai`.
  var id: String { String(text.drop { $0 != "." }.dropFirst()) }
}
