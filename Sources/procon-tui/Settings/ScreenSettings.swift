internal import BoxWire
internal import Synchronization

/// What the user has set in `tui.json`.
struct ScreenSettings: Equatable {
  var theme = Theme.standard
  /// Whether the mouse is for this program, and not for the terminal's own selection.
  var mouse = true
  /// Whether the topics, and a list of the topic, are beside a board where there is room.
  var panes = true
  var dates = Age.Format.relative
  var keys = KeyMap()

  /// The settings of this process.
  static var current: ScreenSettings {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }
  private static let shared = Mutex(ScreenSettings())

  /// Sets of colours.
  enum Theme: String, CaseIterable {
    /// Readable on light and dark backgrounds.
    case standard
    case dark, light
    case highContrast = "high-contrast"
    /// Those of the eight colours that the terminal's user has chosen.
    case terminal
  }

  /// The members of the file.
  private enum Member: String, CaseIterable {
    case theme, mouse, panes, dates, keys
  }

  init() {}

  /// Reads the contents of a file.
  ///
  /// - Throws: `SettingsError` for the first mistake.
  init(parsing text: [UInt8]) throws(SettingsError) {
    let source: JSONSource
    do throws(JSONError) {
      source = try JSONSource(parsing: text)
    } catch {
      let line = JSONSource.line(of: error.offset, in: text)
      throw SettingsError(line: line, words: "not JSON: \(error.reason.rawValue)")
    }
    guard let members = source.members else {
      throw SettingsError(line: source.line, words: "must be an object")
    }
    for member in members {
      do throws(SettingsError) {
        try set(member)
      } catch {
        throw SettingsError(line: error.line, words: "\"\(member.name)\" \(error.words)")
      }
    }
  }

  private mutating func set(_ member: JSONSource.Member) throws(SettingsError) {
    let fault = { (words: String) in SettingsError(line: member.line, words: words) }
    let json = member.value.text
    switch Member(rawValue: member.name) {
    case .theme:
      theme = try Self.choice(member)
    case .mouse:
      guard let value = json.boolean else { throw fault("must be true or false") }
      mouse = value
    case .panes:
      guard let value = json.boolean else { throw fault("must be true or false") }
      panes = value
    case .dates:
      dates = try Self.choice(member)
    case .keys:
      guard let members = member.value.members else { throw fault("must be an object") }
      for member in members { try keys.set(member) }
    case nil:
      let names = Member.allCases.map(\.rawValue).joined(separator: ", ")
      throw fault("is unknown; there are: \(names)")
    }
  }

  /// Returns the value of a member that names one of several.
  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ member: JSONSource.Member
  ) throws(SettingsError) -> Choice {
    if let choice = member.value.text.string.flatMap(Choice.init) { return choice }
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw SettingsError(line: member.line, words: "must be one of: \(names)")
  }
}

/// What is wrong with the settings.
struct SettingsError: Error, Equatable {
  /// Counted from 1.
  let line: Int
  /// A sentence without a subject.
  let words: String
}
