import Domain
import DomainTestSupport
import Expectations
import Glibc
import Synchronization
import SystemTestSupport
import Testing

@testable import FilePlatform

/// A document that a client and an editor change, while its daemon is killed at times; and what it
/// must then contain. Missing may be what a client has removed or replaced, and what a save of the
/// editor lacked.
struct DocumentModel {
  private let wiki = Wiki()
  private var random: SeededGenerator
  private var store: FileStore
  /// The texts in the document.
  private var texts: [Side: Set<String>]
  /// The texts that each argument has had, by its identifier, as far as clients have seen it.
  private var seen: [Side: [Argument.ID: Set<String>]] = [:]
  /// What the editor has written to a file that was replaced at that time.
  private var late: Set<String> = []
  /// Versions of the document that the editor may still have in its hands.
  private var versions: [String] = []
  private var number = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    store = wiki.store()
    _ = try store.opened()
    texts = Self.texts(in: wiki.text())
    wiki.settle(wiki.file("ai"))
    try check()
  }

  mutating func step() throws {
    versions.append(wiki.text())
    switch Int.random(in: 0...9, using: &random) {
    case 0...2: try add()
    case 3: try remove()
    case 4: try change()
    case 5, 6: try save(wiki)
    case 7: try addDuringSave()
    case 8: try appendLate()
    default: try restart()
    }
    expect(Self.texts(in: wiki.text()), equals: texts)
    // A daemon is often killed before it has noticed what the editor did.
    if Bool.random(using: &random) { try check() }
  }

  /// Checks that all late texts have been kept.
  mutating func finish() throws {
    for _ in 0..<2 { try add() }
    let copies = entries(of: wiki.path).filter { FileNames.conflict($0) != nil }
    let kept = copies.map { contents(of: "\(wiki.path)/\($0)") ?? "" }.joined()
    for text in late { expect(kept.contains(text)) }
  }

  // MARK: The client

  private mutating func add(during: @escaping @Sendable () -> Void = {}) throws {
    let (side, text) = (side(), text("Client"))
    let added = try perform { board throws(BoardError) in
      during()
      return try board.add(Column(side), text: text, author: "ada", at: GatewayContract.later)
    }
    texts[side]?.insert(text)
    meet(added)
  }

  private mutating func remove() throws {
    guard let (side, id) = target() else { return }
    let removed = try performIfFound { board throws(BoardError) in
      try board.remove(Column(side), id: id, by: "ada", at: GatewayContract.later)
    }
    if let removed { recognize(removed.text, as: id, side) }
  }

  private mutating func change() throws {
    guard let (side, id) = target() else { return }
    let text = text("Changed")
    let old = try performIfFound { board throws(BoardError) in
      let old = board[side].arguments.first { $0.id == id }
      _ = try board.change(Column(side), id: id, text: text, by: "ada", at: GatewayContract.later)
      return old?.text
    }
    guard let old = old ?? nil else { return }
    recognize(old, as: id, side)
    texts[side]?.insert(text)
    seen[side]?[id]?.insert(text)
  }

  /// Checks that a change has met the argument that clients know under this identifier.
  private mutating func recognize(_ text: String, as id: Argument.ID, _ side: Side) {
    expect(
      seen[side]?[id]?.contains(text), equals: true, "\(side) \(id) was used again for \(text)")
    expect(texts[side]?.remove(text) != nil)
  }

  /// Notes an argument that a client sees, and checks that it is the one with this identifier.
  private mutating func meet(_ argument: Argument) {
    let known = seen[argument.side, default: [:]][argument.id, default: [argument.text]]
    expect(
      known.contains(argument.text),
      "\(argument.side) \(argument.id) was used again for \(argument.text)")
    seen[argument.side, default: [:]][argument.id] = known.union([argument.text])
  }

  /// An argument that a client has seen at any time.
  private mutating func target() -> (Side, Argument.ID)? {
    let side = side()
    return seen[side]?.keys.sorted().randomElement(using: &random).map { (side, $0) }
  }

  private mutating func performIfFound<Answer: Sendable>(
    _ body: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) throws -> Answer? {
    do {
      return try perform(body)
    } catch BoardError.notFound {
      return nil
    }
  }

  private mutating func perform<Answer: Sendable>(
    _ body: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) throws -> Answer {
    let change = wiki.change(body)
    while true {
      store.change("ai", [change])
      if case .done(let answer)? = try change.outcome?.get().0 { return answer }
    }
  }

  // MARK: The editor

  /// Saves a version, perhaps an old one, with other lines, and perhaps without any comments.
  private mutating func save(_ wiki: Wiki) throws {
    let text = edited()
    if Bool.random(using: &random) {
      try wiki.edit("ai", text)
    } else {
      try write(text, to: "\(wiki.path)/.x")
      wiki.settle("\(wiki.path)/.x")
      rename("\(wiki.path)/.x", wiki.file("ai"))
    }
    texts = Self.texts(in: text)
  }

  private mutating func addDuringSave() throws {
    let text = edited()
    let isSaved = Mutex(false)
    texts = Self.texts(in: text)
    try add { [wiki] in
      isSaved.withLock { isSaved in
        if !isSaved { try? wiki.edit("ai", text) }
        isSaved = true
      }
    }
  }

  /// Appends a line to the file that a change is replacing.
  private mutating func appendLate() throws {
    // A version that was not read yet is not read while the editor has it open.
    try check()
    let text = text("Late")
    let editor = open(wiki.file("ai"), O_WRONLY | O_APPEND)
    try add()
    expect(Glibc.write(editor, "- \(text)\n", text.utf8.count + 3), equals: text.utf8.count + 3)
    close(editor)
    late.insert(text)
  }

  private mutating func edited() -> String {
    let isOld = Int.random(in: 0...3, using: &random) == 0
    let base = isOld ? versions.randomElement(using: &random) ?? "" : wiki.text()
    var lines = base.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let places = lines.indices.filter { lines[$0].hasPrefix("- ") }
    if let place = places.randomElement(using: &random), Bool.random(using: &random) {
      lines.remove(at: place)
    }
    let heading = lines.firstIndex { $0.hasPrefix(Bool.random(using: &random) ? "## P" : "## C") }
    if let heading { lines.insert("- \(text("Hand"))", at: heading + 1) }
    if Bool.random(using: &random) {
      lines = lines.map { $0.replacing(#/ <!-- .* -->$/#, with: "") }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: The daemon

  /// Kills the daemon and starts another one.
  private mutating func restart() throws {
    let known = store.documents["ai"]?.text == Fingerprint(wiki.text()) ? ids() : nil
    wiki.settle(wiki.file("ai"))
    store = wiki.store()
    _ = try store.opened()
    if let known { expect(ids(), equals: known) }
  }

  private mutating func check() throws {
    let directory = try store.opened()
    try wiki.lookUntilCalm(&store, directory)
    let board = try require(try store.contents(of: "ai")?.board)
    for side in Side.allCases {
      expect(Set(board[side].arguments.map(\.text)), equals: texts[side])
      for argument in board[side].arguments { meet(argument) }
    }
  }

  private func ids() -> [[Argument.ID]] {
    Side.allCases.map { store.documents["ai"]?.contents?.board[$0].arguments.map(\.id) ?? [] }
  }

  // MARK: Texts

  private mutating func side() -> Side { Bool.random(using: &random) ? .pro : .con }

  private mutating func text(_ word: String) -> String {
    number += 1
    return "\(word) \(number)."
  }

  private static func texts(in document: String) -> [Side: Set<String>] {
    var texts: [Side: Set<String>] = [.pro: [], .con: []]
    var side = Side.pro
    for line in document.split(separator: "\n") {
      if line.hasPrefix("## ") { side = line.hasPrefix("## C") ? .con : .pro }
      guard line.hasPrefix("- ") else { continue }
      texts[side]?.insert(String(line.dropFirst(2).replacing(#/ <!-- .* -->$/#, with: "")))
    }
    return texts
  }
}
