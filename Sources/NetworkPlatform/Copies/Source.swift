internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// One resource that is read: its copy that is shown, the stored one, and the service's.
@LoopActor
final class Source<Document: Sendable> {
  typealias Copy = StoredCopy<Document>

  /// The copy that is shown; nil before the first one.
  private(set) var copy: Copy?
  let resource: Resource
  private let shelf: CopyShelf
  private let flow: FetchFlow<Document>

  /// - Parameters:
  ///   - resource: below the base URL of the connection.
  ///   - mapping: reads a body of the service, and what it has written itself.
  init(
    _ resource: Resource, _ connection: ServiceConnection, _ shelf: CopyShelf,
    _ mapping: Mapping<Document>
  ) {
    self.resource = resource
    self.shelf = shelf
    flow = shelf.flow(connection, mapping, kept: 1)
  }

  var document: Document? { copy?.value }

  /// The name of the stored copy.
  var name: String { shelf.name(of: resource) }

  /// Whether the shown copy has expired, or there is none.
  var isExpired: Bool { copy.map(flow.isExpired) ?? true }

  /// When the shown copy was sent and last confirmed; nil without one.
  var dates: (read: WallTime, confirmed: WallTime)? { copy.map { ($0.sentAt, $0.fetchedAt) } }

  /// Loads the stored copy, unless one is shown. Returns whether there is one.
  func load() async -> Bool {
    if copy == nil, let stored = await flow.stored(resource), copy == nil { copy = stored.copy }
    return copy != nil
  }

  /// Fetches the copy, which is shown after ``adopt(_:)``. Equal calls at the same time cost one
  /// request.
  ///
  /// - Parameter again: whether to ask the service although the stored copy is fresh.
  func fetch(again: Bool) async throws(FetchError) -> Fetched<Document> {
    again ? try await flow.refresh(resource) : try await flow.fetch(resource)
  }

  /// Returns whether the content of the copy may differ from what was shown.
  @discardableResult
  func adopt(_ copy: Copy) -> Bool {
    let old = self.copy
    self.copy = copy
    return old?.sentAt != copy.sentAt || old?.validators != copy.validators
  }

  /// Separates the answers to requests that were sent before a change from those sent after it.
  func separate() { flow.separate() }

  /// Replaces the shown copy and the stored one by what the service has, according to its answer to
  /// something else.
  func replace(_ document: Document) async {
    let copy = StoredCopy(document, fetchedAt: shelf.now())
    self.copy = copy
    // If it fails, there is an alert.
    try? await flow.save(copy, resource)
  }
}
