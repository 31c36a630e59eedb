package import Domain
package import Fetch
package import LoopHTTP
package import UVLoop

/// Topics with their arguments and posts in a service over HTTP, with copies of what was read.
///
/// A part that is read for the first time is shown as it is stored; everything else that is read,
/// and each change, needs an answer of the service.
@LoopActor
package final class NetworkGateway: BoardsGateway, CopyGateway, HistoryGateway, LiveGateway,
  PostsGateway, TopicsGateway, TrashGateway
{
  let service: Service
  let requests: ServiceRequests
  let client: HTTPClient?
  let shelf: CopyShelf
  let mirror: ServiceMirror
  let writes = Writes()
  let log: @LoopActor (String) -> Void
  let pause: @LoopActor (Duration) async -> Void
  nonisolated let reports: ServiceReports
  private(set) var parts: [StorePart: Part] = [:]
  private(set) var isClosed = false

  /// - Parameters:
  ///   - copies: the path of the directory for copies, which is made when it is needed.
  ///   - cache: maximum size of all copies, in bytes.
  ///   - client: sends the requests of the connection, and is closed with the gateway; nil if nothing
  ///     has to be closed.
  ///   - predecessor: ends when no other gateway uses that directory; nil if none does.
  ///   - log: called with a sentence about something that was lost.
  ///   - pause: waits between refreshes, and between attempts of a request, until the task is
  ///     cancelled; nil for timers of the loop.
  package init(
    _ service: Service, copies: String, cache: Int, after predecessor: Task<Void, Never>? = nil,
    _ connection: ServiceConnection, client: HTTPClient? = nil, now: @escaping CurrentTime,
    log: @escaping @LoopActor (String) -> Void = { _ in },
    pause: (@LoopActor (Duration) async -> Void)? = nil
  ) {
    let reports = ServiceReports()
    let wait = pause ?? { await Pause.wait(for: $0) }
    self.service = service
    self.reports = reports
    self.pause = wait
    self.client = client
    self.log = log
    requests = ServiceRequests(service, connection)
    mirror = ServiceMirror(reports)
    shelf = CopyShelf(
      CopyDirectory(copies, limit: cache, after: predecessor), at: copies, requests, now: now,
      pause: wait, reports, log: log)
    if service.shape == .posts { showOnlyTopic() }
  }

  /// Ends all requests. Every later call fails. Returns once all copies are stored.
  package func close() async {
    isClosed = true
    for part in parts.values { part.end() }
    client?.close()
    await shelf.finish()
  }

  // MARK: Live queries

  package nonisolated func changes() -> (version: Int, steps: AsyncStream<StoreStep>) {
    reports.changes()
  }

  package nonisolated func faults() -> AsyncStream<[StoreFault]> { reports.faults() }

  package nonisolated func freshness() -> AsyncStream<(part: StorePart, freshness: Freshness)> {
    reports.freshness()
  }

  // MARK: History

  /// Throws `.noHistory`: services keep none.
  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    _ = try await board(of: topic)
    throw .noHistory
  }

  /// Throws `.noHistory`: services keep none.
  package func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    throw .noHistory
  }

  // MARK: Parts

  /// Returns a part, which need not exist in the service.
  func part(_ id: StorePart) -> Part {
    if let part = parts[id] { return part }
    let path = path(of: id)
    let content: Part.Content =
      switch id {
      case .topics: .topics(TopicsContent(requests, shelf))
      case .board(let topic):
        service.shape == .posts
          ? .todos(TodosContent(topic, requests, shelf))
          : .board(BoardContent(name(of: topic), requests, shelf))
      case .posts(let topic): .posts(PostsContent(topic, at: path, requests, shelf))
      }
    let part = Part(id, at: requests.place(path), content)
    parts[id] = part
    return part
  }

  /// Returns the board of a topic, which need not exist.
  func board(_ topic: Topic.ID) -> (part: Part, content: BoardContent) {
    let part = part(.board(topic))
    guard case .board(let content) = part.content else { preconditionFailure("it is a board") }
    return (part, content)
  }

  /// Returns the posts of a topic, which need not exist.
  func posts(_ topic: Topic.ID) -> (part: Part, content: PostsContent) {
    let part = part(.posts(topic))
    guard case .posts(let content) = part.content else { preconditionFailure("it is posts") }
    return (part, content)
  }

  /// Forgets topics that no longer exist, with their copies.
  func forget(_ topics: [Topic.ID]) async {
    await shelf.directory.remove(drop(topics))
  }

  /// Drops the parts of topics that no longer exist.
  ///
  /// - Returns: the names of their copies.
  func drop(_ topics: [Topic.ID]) -> [String] {
    let gone = topics.flatMap { [StorePart.board($0), .posts($0)] }
    let names = gone.flatMap { part($0).sources.names }
    for id in gone {
      parts[id]?.end()
      parts[id]?.sources.separate()
      reports.report([], at: part(id).place)
      parts[id] = nil
      reports.forget(id)
    }
    return names
  }

  // MARK: Names

  /// The name of the service for a topic, which need not exist.
  func name(of topic: Topic.ID) -> Identifier {
    listed(topic)?.beside.id ?? Identifier(requested: topic)
  }

  func listed(_ topic: Topic.ID) -> ServiceTopic? {
    guard case .topics(let topics) = parts[.topics]?.content else { return nil }
    return topics.topic(topic)
  }

  /// Whether a topic may be changed: the service has it in its list, or says itself that it has this
  /// name. Otherwise a client could lead a change to anything under the service's URL.
  func isNamed(_ document: ServiceTopic) -> Bool {
    document.beside.isNamed || listed(document.topic.id) != nil
  }

  /// The path of a part below the base URL.
  private func path(of id: StorePart) -> [String] {
    switch id {
    case .topics: ["topics"]
    case .board(let topic):
      service.shape == .posts ? ["todos"] : ["topics", name(of: topic).name]
    case .posts(let topic): postsPath(of: topic)
    }
  }

  func postsPath(of topic: Topic.ID) -> [String] {
    service.shape == .posts ? ["posts"] : ["topics", name(of: topic).name, "posts"]
  }

  /// The topic of a service that has only posts and todos.
  private func showOnlyTopic() {
    let topic = Topic(id: service.root, title: service.root, created: .unknown, updated: .unknown)
    _ = mirror.show([Board(topic).overview], isCurrent: { _ in true })
    mirror.show(Board(topic))
  }
}
