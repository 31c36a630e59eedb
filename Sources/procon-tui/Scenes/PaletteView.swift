internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// A view in front of another one, until it is closed.
@LoopActor
protocol FrontView: SceneView {
  /// The view that it is about.
  var below: any SceneView { get }
  /// Called to close it.
  var closed: (@LoopActor () -> Void)? { get set }
}

/// All that can be done, found by typing: the commands of a scene with their keys, and its intents.
@LoopActor
final class PaletteView: FrontView {
  let bindings = KeyTable.palette
  /// What is searched for. Without it, the palette closes.
  var field: TextField? = TextField(.search, label: ": ") {
    didSet { if field == nil { closed?() } }
  }

  let below: any SceneView
  var closed: (@LoopActor () -> Void)?
  /// Called with what the user has chosen, after it has been closed.
  var chosen: (@LoopActor (PaletteEntry.Action) -> Void)?
  private let recent: [PaletteEntry.Action]
  private var entries: [PaletteEntry] = []
  private var list = ListPosition()
  /// The rows of the list when it was drawn last.
  private var rows = 0..<0
  private var query = ""

  /// - Parameter recent: what was chosen before, the last one first.
  init(over below: any SceneView, _ scene: ShownScene, recent: [PaletteEntry.Action]) {
    (self.below, self.recent) = (below, recent)
    update(scene)
  }

  private func update(_ scene: ShownScene) {
    let commands = ScreenSettings.current.keys(below.bindings + KeyTable.everywhere)
      .filter { !KeyTable.moves.contains($0.command) }
    entries =
      commands.map { PaletteEntry($0, obstacle: below.obstacle(to: $0.command)) }
      + scene.description.intents.map {
        PaletteEntry($0, hasCommand: below.has(commandFor: $0))
      }
    let first = recent.compactMap { action in entries.first { $0.action == action } }
    entries = first + entries.filter { !recent.contains($0.action) }
  }

  /// What matches the text, the best first.
  private var shown: [PaletteEntry] {
    let text = field?.text ?? ""
    guard !text.isEmpty else { return entries.filter { !$0.hasCommand } }
    let ranked = entries.compactMap { entry in entry.rank(of: text).map { (rank: $0, entry) } }
    return (0...PaletteEntry.lastRank).flatMap { rank in
      ranked.filter { $0.rank == rank }.map(\.1)
    }
  }

  private var selected: PaletteEntry? {
    let shown = shown
    return shown.indices.contains(list.selected) ? shown[list.selected] : nil
  }

  // MARK: The view below

  var news: News? { below.news }
  var unsaved: String { below.unsaved }
  var resumption: [Call] { below.resumption }

  func resume(_ scene: ShownScene) {
    below.resume(scene)
  }

  func leaving() -> String? { below.leaving() }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    below.show(scene, occasion)
    update(scene)
  }

  func answered(_ call: Call, _ answer: JSONText) {
    below.answered(call, answer)
  }

  // MARK: The palette

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    let shown = shown
    if query != field?.text {
      list.select(0, of: shown.count)
      query = field?.text ?? ""
    }
    self.rows = rows.dropFirst().dropLast(field?.refusal == nil ? 0 : 1)
    list.reveal(of: shown.count, room: max(1, self.rows.count)) { _ in 1 }
    for (row, (index, entry)) in zip(self.rows, shown.enumerated().dropFirst(list.top)) {
      let style = entry.obstacle == nil ? Style.plain : .dim
      let note = (entry.obstacle ?? entry.note).cut(to: canvas.columns / 2)
      let room = canvas.columns - note.columns - 2
      let isSelected = index == list.selected
      let title = entry.title.cut(to: room)
      if isSelected {
        let gap = String(repeating: " ", count: room - title.columns + 2)
        canvas.fill(title + gap + note, row: row, width: canvas.columns, style.selected)
      } else {
        canvas.fill(title, row: row, width: room + 2, style)
        canvas.put(note, row: row, column: room + 2, .dim)
      }
    }
    if shown.isEmpty { canvas.put("Nothing is called that.", row: rows.lowerBound + 1, .dim) }
    if let refusal = field?.refusal { canvas.put(refusal, row: self.rows.upperBound, .con) }
    field?.draw(on: &canvas, row: rows.lowerBound, width: canvas.columns)
  }

  func takes(_ key: Key) -> Bool {
    let count = shown.count
    switch key {
    case .click(let row, _):
      guard rows.contains(row) else { return true }
      list.select(list.top + row - rows.lowerBound, of: count)
      choose()
    case .wheelUp: list.select(list.selected - 1, of: count)
    case .wheelDown: list.select(list.selected + 1, of: count)
    default:
      let command = bindings.first { $0.keys.contains(key) }?.command
      return command.map { list.move($0, of: count, page: rows.count) } ?? false
    }
    return true
  }

  func perform(_ command: Command) -> Deed? { nil }

  func submit(_ field: TextField) -> Submission {
    if let obstacle = selected?.obstacle { return .refused("Not now: \(obstacle).") }
    guard selected != nil else { return .refused("Nothing is called that.") }
    choose()
    return .next(field)
  }

  private func choose() {
    guard let entry = selected, entry.obstacle == nil else { return }
    field = nil
    chosen?(entry.action)
  }
}

/// Something that a palette offers.
struct PaletteEntry {
  /// What it does.
  enum Action: Hashable {
    case command(Command)
    /// The path of an intent.
    case intent(String)
  }

  let action: Action
  /// For people, such as "Rename the topic".
  let title: String
  /// Its keys, or the name of an intent.
  let note: String
  /// Why it is not possible now; nil if it is.
  let obstacle: String?
  /// Whether a command does what the intent does. Such an intent is found by its name only.
  let hasCommand: Bool

  init(_ binding: KeyBinding, obstacle: String?) {
    action = .command(binding.command)
    title = binding.words.prefix(1).uppercased() + binding.words.dropFirst()
    note = binding.keys.prefix(2).map(\.description).joined(separator: " ")
    (self.obstacle, hasCommand) = (obstacle, false)
  }

  init(_ intent: SceneIntent, hasCommand: Bool) {
    self.hasCommand = hasCommand
    action = .intent(intent.path.text)
    (title, note, obstacle) = (intent.title, intent.name, nil)
  }

  static let lastRank = 4

  /// How well a text describes it: 0 is best, ``lastRank`` if its characters only occur in this order;
  /// nil if they do not.
  func rank(of text: String) -> Int? {
    let (text, title, note) = (text.lowercased(), title.lowercased(), note.lowercased())
    guard !hasCommand else { return note == text ? 0 : note.hasPrefix(text) ? Self.lastRank : nil }
    if note == text { return 0 }
    if title.hasPrefix(text) { return 1 }
    if title.contains(" \(text)") || note.hasPrefix(text) { return 2 }
    if title.contains(text) || note.contains(text) { return 3 }
    var rest = text[...]
    for character in title where character == rest.first { rest.removeFirst() }
    return rest.isEmpty ? Self.lastRank : nil
  }
}
