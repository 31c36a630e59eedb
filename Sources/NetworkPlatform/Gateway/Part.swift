internal import BoxWire
internal import Domain
internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// A part of a store that is read in one step: its sources, and who looks at it.
@LoopActor
final class Part {
  let id: StorePart
  /// Its URL, for people.
  let place: String
  let content: Content
  /// The number of those who look at it.
  var lookers = 0
  /// Refreshes it while somebody looks; nil while nobody does.
  var watch: Task<Void, Never>?
  /// Refreshes it in the background; nil if that is not under way.
  var refreshing: Task<Void, Never>?
  /// Whether its content is shown.
  var isShown = false
  /// Whether it is known that the service has something else.
  var isOutdated = false
  /// Why the last refresh failed; nil if it did not.
  var failure: String?

  /// What it consists of.
  enum Content {
    case topics(TopicsContent)
    case board(BoardContent)
    case posts(PostsContent)
    /// The board of a service that has no topics.
    case todos(TodosContent)
  }

  init(_ id: StorePart, at place: String, _ content: Content) {
    self.id = id
    self.place = place
    self.content = content
  }

  /// How its content is read, of whatever kind it is.
  var sources: any PartContent {
    switch content {
    case .topics(let topics): topics
    case .board(let board): board
    case .posts(let posts): posts
    case .todos(let todos): todos
    }
  }

  var freshness: Freshness {
    let dates = sources.dates
    let time = { (time: WallTime) in
      Timestamp(millisecondsSince1970: time.millisecondsSince1970)
    }
    return Freshness(
      fetched: dates.map { time($0.read) }, confirmed: dates.map { time($0.confirmed) },
      failure: failure)
  }

  /// Whether reading it asks the service.
  var isDue: Bool { isOutdated || failure != nil || sources.isExpired }

  func end() {
    for task in [watch, refreshing] { task?.cancel() }
  }
}

/// What a part consists of.
@LoopActor
protocol PartContent: AnyObject {
  /// When it was read and last confirmed; nil before that.
  var dates: (read: WallTime, confirmed: WallTime)? { get }
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
  func fetch(again: Bool) async throws(FetchFailure) -> PartAnswer
  /// Separates what is read before a change from what is read after it.
  func separate()
}

/// Why a resource of a part could not be fetched.
struct FetchFailure: Error {
  let error: FetchError
  /// Of the resource, below the base URL.
  let path: [String]
}

/// What was fetched of a part.
struct PartAnswer {
  /// Whether the service has answered.
  var isServed: Bool
  /// Why it has not; nil unless what is stored is stale because of that.
  var failure: FetchFailure?
  /// Shows it, and returns whether its content is new.
  var adopt: @LoopActor () -> Bool
}

extension Source {
  /// Fetches the resource as a part.
  func answer(
    again: Bool
  ) async throws(FetchFailure) -> (fetched: Fetched<Document>, answer: PartAnswer) {
    do throws(FetchError) {
      let fetched = try await fetch(again: again)
      let failure = fetched.failure.map { FetchFailure(error: $0, path: resource.path) }
      return (
        fetched,
        PartAnswer(isServed: fetched.source != .store, failure: failure) {
          self.adopt(fetched.copy)
        }
      )
    } catch {
      throw FetchFailure(error: error, path: resource.path)
    }
  }
}

/// A part that is one resource.
@LoopActor
protocol ResourceContent: PartContent {
  associatedtype Document: Sendable
  var source: Source<Document> { get }
}

extension ResourceContent {
  /// nil before it was read.
  var document: Document? { source.document }
  var dates: (read: WallTime, confirmed: WallTime)? { source.dates }
  var isExpired: Bool { source.isExpired }
  var names: [String] { [source.name] }

  func load() async -> Bool { await source.load() }

  func fetch(again: Bool) async throws(FetchFailure) -> PartAnswer {
    try await source.answer(again: again).answer
  }

  func separate() { source.separate() }
}

extension [ParserFailure] {
  /// The fault that elements are left out; nil if there are none.
  func fault(at place: String, in part: StorePart, _ column: Column? = nil) -> StoreFault? {
    guard let reason = first?.reason else { return nil }
    let sentence =
      count == 1
      ? "\(place): one element is left out: \(reason)"
      : "\(place): \(count) elements are left out; of the first one, \(reason)"
    return StoreFault(sentence, in: part, column)
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
      requests.resource(["topics"]), requests.connection, shelf,
      .offLoop(
        decode: { body in
          let document = try TopicsDocument(body: body)
          return (document, document.pruned.faults)
        }, encode: \.json.bytes))
  }

  var faults: [StoreFault] {
    [document?.pruned.faults.fault(at: place, in: .topics)].compactMap(\.self)
  }

  /// The topic with this identifier in the list; nil if there is none.
  func topic(_ id: Topic.ID) -> ServiceTopic? { document?.topics.first { $0.topic.id == id } }
}

/// The newest posts of a topic, and what was read of the others.
@LoopActor
final class PostsContent: ResourceContent {
  let source: Source<PostsDocument>
  /// Pages of older posts. They may have more posts than were asked for.
  let pages: FetchFlow<PostsDocument>
  /// Single posts.
  let posts: FetchFlow<ServedPost>
  /// When it was last known that pages and posts may have changed; nil for never.
  private var expired: WallTime?
  private let topic: Topic.ID
  private let place: String

  /// - Parameter path: of the list, below the base URL.
  init(_ topic: Topic.ID, at path: [String], _ requests: ServiceRequests, _ shelf: CopyShelf) {
    let shape = requests.service.shape
    self.topic = topic
    place = requests.place(path)
    let list = { (limit: Int?) in
      Mapping<PostsDocument>.offLoop(
        decode: { body in
          let document = try PostsDocument(body: body, of: topic, limit: limit)
          return (document, document.pruned.faults)
        }, encode: { $0.json(shape).bytes })
    }
    let resource = requests.resource(path, query: [QueryItem("limit", String(Self.limit))])
    source = Source(resource, requests.connection, shelf, list(Self.limit))
    let pageMapping = list(nil)
    var store = shelf.store(pageMapping, beside: resource)
    let save = store.save
    store.save = { copy, resource async throws(FetchError) in
      var page = copy
      // A service may send more than was asked for.
      page.value = copy.value.page(resource.query)
      try await save(page, resource)
    }
    pages = shelf.flow(requests.connection, pageMapping, store)
    let mapping = Mapping<ServedPost>.offLoop(
      decode: { (try ServedPost(body: $0, of: topic), []) }, encode: { $0.copy(shape).bytes })
    posts = shelf.flow(requests.connection, mapping, shelf.store(mapping, beside: resource))
  }

  /// The time before which pages and posts that were read have expired: when the list last had
  /// something new, or later. nil if it never had.
  var since: WallTime? {
    [source.copy?.sentAt, expired].compactMap(\.self).max()
  }

  /// Lets pages and posts that were read until now expire.
  func expireOthers(at time: WallTime) {
    expired = WallTime(millisecondsSince1970: time.millisecondsSince1970 + 1)
  }

  /// One more than is shown: if one is removed, the next one is known.
  nonisolated static var limit: Int { Limits.postsShown + 1 }

  var newest: [PostOverview] {
    (document?.posts ?? []).prefix(Limits.postsShown).map(PostOverview.init)
  }

  var faults: [StoreFault] {
    [document?.pruned.faults.fault(at: place, in: .posts(topic))].compactMap(\.self)
  }

  func separate() {
    source.separate()
    pages.separate()
    posts.separate()
  }
}
