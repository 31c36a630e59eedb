internal import BoxWire
internal import Domain
internal import Fetch
internal import LoopHTTP
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
      requests.resource(path), requests.connection, shelf,
      .offLoop(
        decode: { body in
          let document = try ServiceTopic(body: body, as: id)
          return (document, document.faults)
        }, encode: { $0.copy.bytes }))
    let side = { (side: Side) in
      Source<SideDocument>(
        requests.resource(path + [side.path]), requests.lists, shelf,
        .offLoop(
          decode: { body in
            let document = try SideDocument(body: body, Column(side))
            return (document, document.faults)
          }, encode: { $0.json(isCopy: true).bytes }))
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
  private var dated: [(read: WallTime, confirmed: WallTime)?] {
    let sides = Side.allCases.filter { topic.document?[$0].list == nil }
    return [topic.dates] + sides.map { source($0).dates }
  }

  var dates: (read: WallTime, confirmed: WallTime)? {
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
    let sides = Side.allCases.map { side in
      document[side].faults.fault(at: "\(place)/\(side.path)", in: .board(id), Column(side))
    }
    let options = document.topic.options?.sides.map { side in
      side.faults.fault(at: place, in: .board(id), side.list.column)
    }
    let own = document.topic.ownFaults.fault(at: place, in: .board(id))
    return (sides + (options ?? []) + [own]).compactMap(\.self)
  }

  func load() async -> Bool {
    guard await topic.load(), let document = topic.document else { return false }
    for side in Side.allCases where document[side].list == nil {
      guard await source(side).load() else { return false }
    }
    return true
  }

  func fetch(again: Bool) async throws(FetchFailure) -> PartAnswer {
    let (topic, first) = try await self.topic.answer(again: again)
    async let pros = answer(.pro, of: topic.value, again: again)
    async let cons = answer(.con, of: topic.value, again: again)
    let answers = [first] + [try await pros.get(), try await cons.get()].compactMap(\.self)
    return PartAnswer(
      isServed: answers.contains(where: \.isServed),
      failure: answers.lazy.compactMap(\.failure).first
    ) {
      answers.reduce(false) { isNew, answer in answer.adopt() || isNew }
    }
  }

  /// Fetches a side; nil if it is in the topic's resource.
  private func answer(
    _ side: Side, of topic: ServiceTopic, again: Bool
  ) async -> Result<PartAnswer?, FetchFailure> {
    guard topic[side].list == nil else { return .success(nil) }
    do throws(FetchFailure) {
      return .success(try await source(side).answer(again: again).answer)
    } catch {
      return .failure(error)
    }
  }

  /// Asks for the topic itself.
  func askTopic() async throws(FetchFailure) {
    _ = try await topic.answer(again: true).answer.adopt()
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

  var board: Board {
    Board(
      topic.topic, pros: pros.list, cons: cons.list, positions: topic.positions?.positions ?? [],
      options: topic.options?.list ?? CountedList(),
      objections: CountedList(
        topic.objections?.elements ?? [], lastID: topic.objections?.lastID ?? 0),
      todos: CountedList(topic.todos?.elements ?? [], lastID: topic.todos?.lastID ?? 0))
  }

  /// What the service lacks to keep a changed board; nil if it keeps it.
  func missing(for new: Board) -> BoardMember? {
    let old = board
    return BoardMember.allCases.first { !topic.has($0) && $0.isNeeded(for: new, insteadOf: old) }
  }

  /// Returns the document of a changed board.
  func with(_ board: Board) -> BoardDocument {
    var topic = topic
    topic.topic = board.topic
    topic.positions = topic.positions?.with(board.positions)
    topic.options = topic.options?.with(board.options)
    topic.objections = topic.objections?.with(
      board.objections.elements, lastID: board.objections.lastID)
    topic.todos = topic.todos?.with(board.todos.elements, lastID: board.todos.lastID)
    return BoardDocument(topic, pros.with(board.pros), cons.with(board.cons), etag: nil)
  }
}

extension Side {
  /// The name of the list of a side.
  var path: String { self == .pro ? "pros" : "cons" }
}
