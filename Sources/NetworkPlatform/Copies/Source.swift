internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// One resource that is read: its copy that is shown, the stored one, and the service's.
@LoopActor
final class Source<Document: Sendable> {
  typealias Copy = StoredCopy<Document>

  let resource: Resource
  private let shelf: CopyShelf
  private let flow: FetchFlow<Document>
  private let shown: Shown

  /// The copy that is shown, before the stored one: what a change has superseded is not stored.
  private final class Shown {
    var copy: Copy?
  }

  /// - Parameters:
  ///   - resource: below the base URL of the connection.
  ///   - mapping: reads a body of the service, and what it has written itself.
  init(
    _ resource: Resource, _ connection: ServiceConnection, _ shelf: CopyShelf,
    _ mapping: Mapping<Document>
  ) {
    let shown = Shown()
    var store = shelf.store(mapping)
    let load = store.load
    store.load = { resource async throws(FetchError) in
      if let copy = shown.copy { return copy }
      return try await load(resource)
    }
    self.resource = resource
    self.shelf = shelf
    self.shown = shown
    flow = shelf.flow(connection, mapping, store)
  }

  /// The copy that is shown; nil before the first one.
  var copy: Copy? { shown.copy }

  var document: Document? { copy?.value }

  /// The name of the stored copy.
  var name: String { shelf.name(of: resource) }

  /// Whether the shown copy has expired, or there is none.
  var isExpired: Bool { copy.map(flow.isExpired) ?? true }

  /// When the shown copy was sent and last confirmed; nil without one.
  var dates: (read: WallTime, confirmed: WallTime)? { copy.map { ($0.sentAt, $0.fetchedAt) } }

  /// Loads the stored copy, unless one is shown. Returns whether there is one.
  func load() async -> Bool {
    if copy == nil, let stored = await flow.stored(resource), copy == nil {
      shown.copy = stored.copy
    }
    return copy != nil
  }

  /// Fetches the copy, which is shown after ``adopt(_:)``. Equal calls at the same time cost one
  /// request.
  ///
  /// - Parameter again: whether to ask the service although what is shown is fresh.
  func fetch(again: Bool) async throws(FetchError) -> Fetched<Document> {
    again ? try await flow.refresh(resource) : try await flow.fetch(resource)
  }

  /// Returns whether the content of the copy may differ from what was shown.
  @discardableResult
  func adopt(_ copy: Copy) -> Bool {
    let old = self.copy
    shown.copy = copy
    return old?.sentAt != copy.sentAt || old?.validators != copy.validators
  }

  /// Separates the answers to requests that were sent before a change from those sent after it.
  func separate() { flow.separate() }

  /// Shows what the service has, according to its answer to something else. ``save()`` must follow.
  ///
  /// - Parameter sentAt: when it had that first; nil for now.
  func set(_ document: Document, sentAt: WallTime? = nil) {
    shown.copy = StoredCopy(document, fetchedAt: shelf.now(), sentAt: sentAt)
  }

  /// Stores the shown copy.
  func save() async {
    if let copy { await shelf.save(copy, of: resource, by: flow) }
  }

  /// Shows and stores what the service has, according to its answer to something else.
  func replace(_ document: Document) async {
    set(document)
    await save()
  }
}
