internal import Domain
internal import Glibc
internal import UVLoop

/// The identifiers that a document may not show, of options, arguments, objections and todos, one file per
/// topic: the newest ones, which an editor may remove, and those of lines that have no label yet. With
/// them, another daemon assigns none of them to something else.
///
/// The files are not synced: they survive the daemon, and no client survives the machine.
struct RecordedIdentifiers {
  /// The path of the directory of the files; nil to record nothing.
  private let path: String?
  /// The fingerprints of the files that were read or written.
  private var stored: [Topic.ID: Fingerprint] = [:]
  /// Why something could not be read or written the last time; nil if it could.
  private(set) var fault: String?

  init(_ path: String?) {
    self.path = path
  }

  /// Returns a topic's recorded identifiers: the lists have the newest one and, of what they contain,
  /// that without a label; options are all there. nil if nothing is recorded.
  mutating func board(of id: Topic.ID) -> Board? {
    do throws(LoopError) {
      guard let path, access(path, F_OK) == 0,
        let text = try FileDirectory(path).text(
          Self.name(id), limit: FileStoreLimits.document)
      else { return nil }
      stored[id] = Fingerprint(text.bytes)
      let file = FileFacts(modified: Self.date, owner: "")
      return try? DocumentContents(of: id, in: file, after: nil).read(Document(text.bytes)).board
    } catch {
      report(error, id)
      return nil
    }
  }

  /// Records the identifiers of a board, unless that has been done.
  ///
  /// - Parameter document: the document of the board; nil if all of its lines have labels.
  mutating func record(_ board: Board, in document: Document? = nil) throws(LoopError) {
    guard let path else { return }
    let id = board.id
    let topic = Topic(id: id, title: id, created: Self.date, updated: Self.date)
    let recorded = Self.unlabelled(board, topic, document)
    let newest =
      recorded.lists.map(\.lastID) + [
        recorded.options.lastID, recorded.objections.lastID, recorded.todos.lastID,
      ]
    guard stored[id] != nil || newest.contains(where: { $0 > 0 }) else { return }
    let bytes = Document(TopicContent(recorded)).bytes
    guard stored[id] != Fingerprint(bytes) else { return }
    do throws(LoopError) {
      mkdir(path, 0o700)
      let directory = try FileDirectory(path)
      let new = ".new.ids~"
      _ = try directory.make(new, bytes, like: nil, isSynced: false)
      try directory.rename(new, Self.name(id), .replacing)
      stored[id] = Fingerprint(bytes)
      fault = nil
    } catch {
      report(error, id)
      throw error
    }
  }

  /// Forgets a topic that was removed.
  mutating func remove(_ id: Topic.ID) {
    guard let path, stored.removeValue(forKey: id) != nil else { return }
    unlink("\(path)/\(Self.name(id))")
  }

  /// Returns a board with the newest identifiers, and of arguments, objections and todos only those
  /// whose lines do not show theirs. Options are in it because they have arguments.
  private static func unlabelled(
    _ board: Board, _ topic: Topic, _ document: Document?
  ) -> Board {
    let list = { (side: Side, option: Int?, list: ArgumentList) in
      unlabelled(list, document?.arguments(DocumentColumn(side: side, option: option)) ?? [])
    }
    let options = board.options.elements.enumerated().compactMap { index, option in
      OptionBoard(
        undated(option.option), pros: list(.pro, index, option.pros),
        cons: list(.con, index, option.cons))
    }
    return Board(
      topic, pros: list(.pro, nil, board.pros), cons: list(.con, nil, board.cons),
      options: CountedList(options, lastID: board.options.lastID),
      objections: unlabelled(
        board.objections, document?.objections.map(\.line.label?.id) ?? []),
      todos: unlabelled(board.todos, document?.todos.map(\.line.label?.id) ?? []))
  }

  /// Returns an option without its text, and as if nobody had made it.
  private static func undated(_ option: Option) -> Option {
    let new = try? Option(
      id: option.id, title: option.title, author: "", created: date, updated: date, updatedBy: "")
    // Its title obeys the rules already.
    return new ?? option
  }

  private static func unlabelled<Element>(
    _ list: CountedList<Element>, _ labels: [String?]
  ) -> CountedList<Element> {
    let elements = zip(list.elements, labels).filter { $0.id != $1 }.map(\.0)
    return CountedList(elements, lastID: list.lastID)
  }

  private static func unlabelled(
    _ list: ArgumentList, _ lines: [(index: Int, line: ArgumentLine)]
  ) -> ArgumentList {
    let arguments = zip(list.arguments, lines).filter { $0.id != $1.line.label?.id }.map(\.0)
    return ArgumentList(
      list.column, arguments: arguments, lastID: list.lastID, updated: list.lastID > 0 ? date : nil)
  }

  /// Not that of a document: a person may have chosen this directory for documents, too.
  private static func name(_ id: Topic.ID) -> String { "\(id).ids" }

  /// The date of what has none here.
  private static let date = Timestamp(millisecondsSince1970: 0)

  private mutating func report(_ error: LoopError, _ id: Topic.ID) {
    fault = path.map { "\($0)/\(Self.name(id)): \(error.reason)" }
  }
}
