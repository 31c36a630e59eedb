import Expectations
import Testing

@testable import procon_tui

struct SettingsTests {
  @Test func `a file sets the theme, the mouse, the panes, the dates and keys`() throws {
    let settings = try ScreenSettings(
      parsing: Array(
        #"""
        {"theme": "high-contrast", "mouse": false, "panes": false,
         "dates": "absolute", "keys": {"addPro": ["p", "Ctrl-P"], "redraw": "F", "quit": []}}
        """#.utf8))
    expect(settings.theme, equals: .highContrast)
    expect(!settings.mouse && !settings.panes)
    expect(settings.dates, equals: .absolute)
    let command = { settings.keys.command(of: $0, in: KeyTable.board) }
    for key in [Key.character("p"), .control("p")] { expect(command(key), equals: .addPro) }
    // The key of another command is only that of the command to which it was given.
    expect(command(.character("a")) == nil)
    expect(command(.character("q")) == nil)
    expect(command(.character("F")), equals: .redraw)
    expect(command(.character("A")), equals: .addCon)
  }

  @Test(arguments: [
    ("{\n\"mouse\": 1}", 2, "\"mouse\" must be true or false"),
    ("{\n\"dates\": \"iso\"}", 2, "\"dates\" must be one of: relative, absolute"),
    ("{\"theme\": \"blue\"}", 1, "\"theme\" must be one of: standard, dark"),
    ("{\n\n\"sound\": true}", 3, "\"sound\" is unknown; there are: theme, mouse, panes, dates"),
    ("{\"keys\": {\n\"jump\": \"a\"}}", 2, "\"keys\" names \"jump\", which is no command"),
    ("{\"keys\": {\n\"quit\": \"Hyper\"}}", 2, "\"keys\" names \"quit\", which needs keys such as"),
    ("[]", 1, "must be an object"), ("{\n\"mouse\": true,\n}", 3, "not JSON"),
  ])
  func `a mistake is reported with its line`(text: String, line: Int, words: String) {
    let error = #expect(throws: SettingsError.self) {
      try ScreenSettings(parsing: Array(text.utf8))
    }
    expect(error?.line, equals: line)
    expect(error?.words.hasPrefix(words), equals: true, "\(error?.words ?? "")")
  }

  @Test func `every command has a line with its keys`() {
    let names = KeyTable.page.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    expect(Set(names), equals: Set(Command.allCases.map(\.rawValue)))
    expect(names.count, equals: Command.allCases.count)
  }

  @Test func `each key has a name that names it`() {
    let keys = [
      KeyTable.everywhere, KeyTable.board, KeyTable.topics, KeyTable.posts, KeyTable.draft,
    ].joined().flatMap(\.keys)
    for key in keys { expect(Key(named: key.description), equals: key) }
    expect(Key(named: "Up"), equals: .up)
  }

  @Test(arguments: [(ScreenSettings.Theme.dark, 0.0), (.highContrast, 0.0), (.light, 1.0)])
  func `the colours of a theme have a contrast of 7 with its background`(
    theme: ScreenSettings.Theme, background: Double
  ) {
    for color in Style.Color.allCases where color != .none {
      let own = luminance(ColorPalette(count: 1 << 24, theme: theme)[color])
      let (light, dark) = (max(own, background), min(own, background))
      expect((light + 0.05) / (dark + 0.05) >= 7, "\(color)")
    }
  }
}
