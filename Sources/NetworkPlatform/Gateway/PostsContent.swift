internal import BoxWire
internal import Domain
internal import Fetch
internal import UVLoop

/// The newest posts of a topic.
@LoopActor
final class PostsContent: ResourceContent {
  let source: Source<PostsDocument>
  private let place: String

  /// - Parameter path: of the list, below the base URL.
  init(_ topic: Topic.ID, at path: [String], _ requests: ServiceRequests, _ shelf: CopyShelf) {
    let shape = requests.service.shape
    place = requests.place(path)
    source = Source(
      path, query: [QueryItem("limit", String(Self.limit))], requests, shelf,
      parse: { body throws(BadBody) in
        try PostsDocument(body: body, of: topic, limit: Self.limit)
      }, encode: { $0.json(shape).bytes })
  }

  /// One more than is shown: if one is removed, the next one is known.
  nonisolated static var limit: Int { Limits.postsShown + 1 }

  var newest: [PostOverview] {
    (document?.posts ?? []).prefix(Limits.postsShown).map(PostOverview.init)
  }

  var fault: String? { document?.pruned.fault(at: place) }

  /// Takes note that the topic has no list of posts.
  func adoptNone() { source.adopt(source.copy(of: PostsDocument())) }

  /// Replaces the known copy after a change.
  func replace(_ document: PostsDocument) async { await source.replace(document) }
}
