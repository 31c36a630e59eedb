internal import BoxWire
internal import Domain
internal import Fetch
internal import UVLoop

/// A part of a store that is read in one step: its sources, and who looks at it.
@LoopActor
final class Part {
  let id: StorePart
  /// Its URL, for people.
  let place: String
  let content: any PartContent
  /// The number of those who look at it.
  var lookers = 0
  /// Refreshes it while somebody looks; nil while nobody does.
  var watch: Task<Void, Never>?
  /// Reads the stored copy for the first time; nil before and after.
  var loading: Task<Void, Never>?
  /// Refreshes it in the background; nil if that is not under way.
  var refreshing: Task<Void, Never>?
  /// Whether its content is shown.
  var isShown = false
  /// Whether it is known that the service has something else.
  var isOutdated = false
  /// Why the last refresh failed; nil if it did not.
  var failure: String?

  init(_ id: StorePart, at place: String, _ content: any PartContent) {
    self.id = id
    self.place = place
    self.content = content
  }

  var freshness: Freshness {
    let dates = content.dates
    let time = { Timestamp(millisecondsSince1970: $0) }
    return Freshness(
      fetched: dates.map { time($0.read) }, confirmed: dates.map { time($0.confirmed) },
      failure: failure)
  }

  /// Whether reading it asks the service.
  var isDue: Bool { isOutdated || failure != nil || content.isExpired }

  func end() {
    for task in [watch, loading, refreshing] { task?.cancel() }
  }
}

/// What a part consists of.
@LoopActor
protocol PartContent: AnyObject {
  /// When it was read and last confirmed, in milliseconds since 1970-01-01T00:00:00Z; nil before
  /// that.
  var dates: (read: Int64, confirmed: Int64)? { get }
  /// Whether a part of the copies has expired, or is missing.
  var isExpired: Bool { get }
  /// The names of the stored copies.
  var names: [String] { get }
  /// The faults of what was read: elements that are left out.
  var faults: [StoreFault] { get }
  /// Loads the stored copies. Returns whether they are complete.
  func load() async -> Bool
  /// Fetches what is known while it is fresh, otherwise what the service answers.
  ///
  /// - Parameter again: whether to ask the service in any case.
  func fetch(again: Bool) async throws(ServiceFailure) -> PartAnswer
  /// Separates what is read before a change from what is read after it.
  func separate()
}

/// What was fetched of a part.
struct PartAnswer {
  /// Whether the service has answered.
  let isServed: Bool
  /// Why it has not; nil unless what is known is stale because of that.
  let failure: ServiceFailure?
  /// Makes it the known copy, and returns whether its content is new.
  let adopt: @LoopActor () -> Bool
}

/// A part that is one resource.
@LoopActor
protocol ResourceContent: PartContent {
  associatedtype Document: ServiceDocument
  var source: Source<Document> { get }
}

extension ResourceContent {
  /// nil before it was read.
  var document: Document? { source.document }
  var dates: (read: Int64, confirmed: Int64)? { source.dates }
  var isExpired: Bool { source.isExpired }
  var names: [String] { [source.name] }

  func load() async -> Bool { await source.load() }

  func fetch(again: Bool) async throws(ServiceFailure) -> PartAnswer {
    let fetched = try await source.fetch(again: again)
    return PartAnswer(
      isServed: fetched.source != .store, failure: fetched.failure.map(source.failure),
      adopt: { [source] in source.adopt(fetched.copy) })
  }

  func separate() { source.separate() }
}

extension Pruned {
  /// The fault that elements are left out; nil if there are none.
  func fault(at place: String, in part: StorePart, _ side: Side? = nil) -> StoreFault? {
    guard let reason else { return nil }
    let sentence =
      count == 1
      ? "\(place): one element is left out: \(reason.rawValue)"
      : "\(place): \(count) elements are left out; of the first one, \(reason.rawValue)"
    return StoreFault(sentence, in: part, side)
  }
}

extension Source {
  /// When the known copy was read and last confirmed; nil without one.
  var dates: (read: Int64, confirmed: Int64)? {
    copy.map { ($0.value.read, $0.fetchedAt.millisecondsSince1970) }
  }
}

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

  var faults: [StoreFault] {
    [document?.pruned.fault(at: place, in: .topics)].compactMap(\.self)
  }

  /// The topic with this identifier in the list; nil if there is none.
  func topic(_ id: Topic.ID) -> ServiceTopic? { document?.topics.first { $0.topic.id == id } }
}

/// The newest posts of a topic.
@LoopActor
final class PostsContent: ResourceContent {
  let source: Source<PostsDocument>
  private let topic: Topic.ID
  private let place: String

  /// - Parameter path: of the list, below the base URL.
  init(_ topic: Topic.ID, at path: [String], _ requests: ServiceRequests, _ shelf: CopyShelf) {
    let shape = requests.service.shape
    self.topic = topic
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

  var faults: [StoreFault] {
    [document?.pruned.fault(at: place, in: .posts(topic))].compactMap(\.self)
  }

  /// Takes note that the topic has no list of posts.
  func adoptNone() { source.adopt(source.copy(of: PostsDocument())) }

  /// Replaces the known copy after a change.
  func replace(_ document: PostsDocument) async { await source.replace(document) }
}
