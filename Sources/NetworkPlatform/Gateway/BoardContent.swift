internal import BoxWire
internal import Domain
internal import Fetch
internal import UVLoop

/// A topic with both lists: they may be in the topic's resource, or in resources of their own.
@LoopActor
final class BoardContent: PartContent {
  private let id: Topic.ID
  private let topic: Source<ServiceTopic>
  private let pros: Source<SideDocument>
  private let cons: Source<SideDocument>
  private let place: String

  init(_ id: Identifier, _ requests: ServiceRequests, _ shelf: CopyShelf) {
    let path = ["topics", id.name]
    self.id = id.segment
    place = requests.place(path)
    topic = Source(
      path, requests, shelf,
      parse: { body throws(BadBody) in try ServiceTopic(body: body, as: id) },
      encode: { $0.json(isCopy: true).bytes })
    let side = { (side: Side) in
      Source<SideDocument>(
        path + [side.path], requests, shelf,
        parse: { body throws(BadBody) in try SideDocument(body: body, side) },
        encode: { $0.json(isCopy: true).bytes })
    }
    (pros, cons) = (side(.pro), side(.con))
  }

  private func source(_ side: Side) -> Source<SideDocument> { side == .pro ? pros : cons }

  /// nil before it was read.
  var document: BoardDocument? {
    guard let topic = topic.document, let pros = list(.pro), let cons = list(.con) else {
      return nil
    }
    return BoardDocument(topic, pros, cons, etag: etag)
  }

  /// The entity tag of the topic; nil if it is not known.
  var etag: String? { topic.copy?.validators.etag ?? topic.document?.beside.etag }

  /// The newest known state of the topic itself; nil before it was read.
  var topicDocument: ServiceTopic? { topic.document }

  private func list(_ side: Side) -> SideDocument? {
    if let list = topic.document?[side].list { return list }
    let source = source(side)
    guard var document = source.document else { return nil }
    document.etag = source.copy?.validators.etag ?? document.etag
    return document
  }

  /// The sources that are in use.
  private var dated: [(read: Int64, confirmed: Int64)?] {
    let sides = Side.allCases.filter { topic.document?[$0].list == nil }
    return [topic.dates] + sides.map { source($0).dates }
  }

  var dates: (read: Int64, confirmed: Int64)? {
    let all = dated.compactMap(\.self)
    guard all.count == dated.count, let read = all.map(\.read).max(),
      let confirmed = all.map(\.confirmed).min()
    else { return nil }
    return (read, confirmed)
  }

  var isExpired: Bool {
    topic.isExpired
      || Side.allCases.contains { topic.document?[$0].list == nil && source($0).isExpired }
  }

  var names: [String] { [topic.name, pros.name, cons.name] }

  var faults: [StoreFault] {
    guard let document else { return [] }
    return Side.allCases.compactMap { side in
      document[side].pruned.fault(at: "\(place)/\(side.path)", in: .board(id), side)
    }
  }

  func load() async -> Bool {
    guard await topic.load(), let document = topic.document else { return false }
    for side in Side.allCases where document[side].list == nil {
      guard await source(side).load() else { return false }
    }
    return true
  }

  func fetch(again: Bool) async throws(ServiceFailure) -> PartAnswer {
    let topic = try await self.topic.fetch(again: again)
    let document = topic.value.document
    async let newPros = document[.pro].list == nil ? fetch(.pro, again: again) : nil
    async let newCons = document[.con].list == nil ? fetch(.con, again: again) : nil
    let (pros, cons) = (try await newPros?.get(), try await newCons?.get())
    return PartAnswer(
      isServed: topic.source != .store || pros?.isServed == true || cons?.isServed == true,
      failure: topic.failure.map(self.topic.failure) ?? pros?.failure ?? cons?.failure
    ) { [source = self.topic] in
      var isNew = source.adopt(topic.copy)
      if pros?.adopt() == true { isNew = true }
      if cons?.adopt() == true { isNew = true }
      return isNew
    }
  }

  /// Asks for the topic itself.
  func askTopic() async throws(ServiceFailure) {
    topic.adopt(try await topic.fetch(again: true).copy)
  }

  /// A topic without such a resource has no arguments on this side.
  private func fetch(_ side: Side, again: Bool) async -> Result<PartAnswer, ServiceFailure> {
    let source = source(side)
    do throws(ServiceFailure) {
      let fetched = try await source.fetch(again: again)
      let failure = fetched.failure.map(source.failure)
      return .success(
        PartAnswer(isServed: fetched.source != .store, failure: failure) {
          source.adopt(fetched.copy)
        })
    } catch {
      guard error.error.isMissing else { return .failure(error) }
      let none = source.copy(of: SideDocument(ArgumentList(side)))
      return .success(PartAnswer(isServed: true, failure: nil) { source.adopt(none) })
    }
  }

  func separate() {
    topic.separate()
    pros.separate()
    cons.separate()
  }

  /// Replaces the known copies after a change.
  func replace(_ document: BoardDocument) async {
    var new = document.topic
    if new.pros.list != nil { new.pros = .list(document.pros) }
    if new.cons.list != nil { new.cons = .list(document.cons) }
    await topic.replace(new)
    if new.pros.list == nil { await pros.replace(document.pros) }
    if new.cons.list == nil { await cons.replace(document.cons) }
  }

  /// Replaces the known copy of the topic itself after a change.
  func replace(_ document: ServiceTopic) async { await topic.replace(document) }
}

/// A board as a service has it.
struct BoardDocument: Sendable {
  var topic: ServiceTopic
  var pros: SideDocument
  var cons: SideDocument
  /// The entity tag of the topic; nil if it is not known.
  let etag: String?

  init(_ topic: ServiceTopic, _ pros: SideDocument, _ cons: SideDocument, etag: String?) {
    self.topic = topic
    self.pros = pros
    self.cons = cons
    self.etag = etag
  }

  subscript(side: Side) -> SideDocument {
    get { side == .pro ? pros : cons }
    set { if side == .pro { pros = newValue } else { cons = newValue } }
  }

  var board: Board { Board(topic.topic, pros: pros.list, cons: cons.list) }

  /// Returns the document of a changed board.
  func with(_ board: Board) -> BoardDocument {
    var topic = topic
    topic.topic = board.topic
    return BoardDocument(topic, pros.with(board.pros), cons.with(board.cons), etag: nil)
  }
}

extension Side {
  /// The name of the list of a side.
  var path: String { self == .pro ? "pros" : "cons" }
}
