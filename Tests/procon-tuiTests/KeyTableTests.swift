import Expectations
import Terminal
import Testing

@testable import procon_tui

struct KeyTableTests {
  private let screens = [
    KeyTable.topics, KeyTable.board, KeyTable.posts, KeyTable.post, KeyTable.draft, KeyTable.login,
    KeyTable.described, KeyTable.form, KeyTable.palette, KeyTable.history, KeyTable.boardPosts,
    KeyTable.trash, KeyTable.positions, KeyTable.objections,
    KeyTable.todos, KeyTable.links,
  ]

  @Test func `no key of a screen has two commands`() {
    for bindings in screens {
      let keys = bindings.flatMap(\.keys)
      expect(Set(keys).count, equals: keys.count)
      let commands = bindings.map(\.command)
      expect(Set(commands).count, equals: commands.count)
    }
  }

  @Test func `the keys of a screen come before those that all screens have`() {
    expect(KeyMap().command(of: .left, in: KeyTable.board), equals: .leftColumn)
    expect(KeyMap().command(of: .left, in: KeyTable.topics), equals: .back)
    expect(KeyMap().command(of: .character("q"), in: KeyTable.board), equals: .quit)
    expect(KeyMap().command(of: .character("Z"), in: KeyTable.board) == nil)
  }

  @Test func `no key has two effects while a text is edited`() {
    let keys = KeyTable.editing.flatMap(\.keys)
    expect(Set(keys).count, equals: keys.count)
    expect(KeyTable.edit(of: .character("q")), equals: .text("q"))
    expect(KeyTable.edit(of: .tab) == nil)
  }

  @Test func `the help lists all keys within the width`() {
    let help = KeyHelp(KeyTable.board, columns: 80)
    let commands = KeyTable.board.count + KeyTable.everywhere.count
    // A blank line and a heading are before the keys of texts.
    expect(
      help.lines.count, equals: commands + KeyTable.terminal.count + 4 + KeyTable.editing.count)
    expect(help.lines.allSatisfy { $0.columns <= 80 })
    expect(help.lines[0], equals: "a              add a pro")
    expect(help.lines.contains("Esc Backspace  go back"))
    expect(help.lines.contains("Del Ctrl-D   remove the character"))
    expect(help.lines.contains("Ctrl-Z         stop until fg"))
  }

  @Test func `at the smallest width, the help has every word of each description`() throws {
    for bindings in screens {
      let lines = KeyHelp(bindings, columns: 40).lines
      expect(lines.allSatisfy { $0.columns <= 40 })
      let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      let descriptions =
        bindings.map(\.words) + KeyTable.everywhere.map(\.words) + KeyTable.terminal.map(\.1)
        + KeyTable.editing.map(\.words)
      for description in descriptions { expect(words.contains(description)) }
    }
  }

  @Test(arguments: [14, 40, 80, 200])
  func `the bottom line has whole hints, as many as there is room for`(width: Int) {
    for bindings in screens {
      let commands = bindings.map(\.command)
      let hints = KeyTable.hints(of: bindings, for: commands, width: width).map(\.text)
      expect(hints.prefix(2), equals: ["? keys", "q quit"])
      expect(hints.joined(separator: "  ").columns <= width)
      expect(hints.count <= 10)
    }
    let todos = KeyTable.hints(of: KeyTable.todos, for: [.new, .back, .first], width: width)
    let fitting = width == 14 ? [] : ["n add", "Esc back"]
    expect(todos.map(\.text), equals: ["? keys", "q quit"] + fitting)
  }

  @Test func `a description that is wrapped stays in its column`() throws {
    let lines = KeyHelp(KeyTable.board, columns: 40).lines
    let first = try require(lines.firstIndex { $0.hasPrefix("m ") })
    expect(lines[first], equals: "m              move the argument to the")
    expect(lines[first + 1], equals: "               other side")
  }
}
