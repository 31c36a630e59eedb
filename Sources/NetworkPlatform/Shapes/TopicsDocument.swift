internal import BoxWire
internal import Domain

/// The list of topics, as a service has it.
struct TopicsDocument: Sendable {
  /// In order of creation.
  private(set) var topics: [ServiceTopic] = []
  private(set) var pruned = Pruned()

  /// Reads an array of topics, or an object with `items`.
  init(body: [UInt8]) throws(BadBody) {
    guard let elements = try JSONText(body: body).listElements else { throw .notList }
    var ids: Set<Topic.ID> = []
    for (index, element) in elements.enumerated() {
      do throws(BadElement) {
        let topic = try ServiceTopic(element)
        guard topics.count < Limits.topics else { throw .tooMany }
        guard ids.insert(topic.topic.id).inserted else { throw .repeatedIdentifier }
        topics.append(topic)
      } catch {
        pruned.add(element, at: index, error)
      }
    }
  }

  /// The list as it is stored here.
  var json: JSONText {
    JSONText(elements: topics.map { $0.copy } + pruned.elements)
  }
}
