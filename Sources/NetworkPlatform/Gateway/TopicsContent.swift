internal import BoxWire
internal import Domain
internal import Fetch
internal import UVLoop

/// The list of topics.
@LoopActor
final class TopicsContent: ResourceContent {
  let source: Source<TopicsDocument>
  private let place: String

  init(_ requests: ServiceRequests, _ shelf: CopyShelf) {
    place = requests.place(["topics"])
    source = Source(
      ["topics"], requests, shelf,
      parse: { body throws(BadBody) in try TopicsDocument(body: body) }, encode: \.json.bytes)
  }

  var fault: String? { document?.pruned.fault(at: place) }

  /// The topic with this identifier in the list; nil if there is none.
  func topic(_ id: Topic.ID) -> ServiceTopic? { document?.topics.first { $0.topic.id == id } }
}
