internal import Terminal

/// A command with its keys.
struct KeyBinding {
  var keys: [Key]
  let command: Command
  /// For the help.
  let words: String
  /// A word or two for the bottom line; nil if the key is in the help only.
  let hint: String?

  init(_ keys: Key..., does command: Command, _ words: String, hint: String? = nil) {
    (self.keys, self.command, self.words, self.hint) = (keys, command, words, hint)
  }
}

/// All keys, in the order of the help.
enum KeyTable {
  static let everywhere = [
    KeyBinding(.character("?"), does: .help, "show the keys", hint: "keys"),
    KeyBinding(.character(":"), does: .menu, "show all that can be done, and search it"),
    KeyBinding(.escape, .left, .backspace, does: .back, "go back"),
    KeyBinding(.tab, does: .nextPane, "go to the next pane"),
    KeyBinding(.backTab, does: .previousPane, "go to the previous pane"),
    KeyBinding(.character("1"), does: .firstPane, "go to the topics"),
    KeyBinding(.character("2"), does: .secondPane, "go to the board"),
    KeyBinding(.character("3"), does: .thirdPane, "go to the list beside the board"),
    KeyBinding(.character("z"), does: .zoom, "show only this pane, or all"),
    KeyBinding(.control("t"), does: .mouse, "leave the mouse to the terminal, or take it"),
    KeyBinding(.control("l"), does: .redraw, "draw the screen again"),
    KeyBinding(.character("q"), does: .quit, "quit", hint: "quit"),
  ]

  static let lists = [
    KeyBinding(.character("j"), .down, does: .down, "go to the next row"),
    KeyBinding(.character("k"), .up, does: .up, "go to the previous row"),
    KeyBinding(.control("f"), .pageDown, does: .pageDown, "go to the next page"),
    KeyBinding(.control("b"), .pageUp, does: .pageUp, "go to the previous page"),
    KeyBinding(.character("g"), .home, does: .first, "go to the first row"),
    KeyBinding(.character("G"), .end, does: .last, "go to the last row"),
  ]

  static let topics =
    [
      KeyBinding(.enter, .right, does: .open, "open the topic", hint: "open"),
      KeyBinding(.character("/"), does: .filter, "show only topics with this text", hint: "search"),
      KeyBinding(.character("s"), does: .sort, "sort by another column", hint: "sort"),
      KeyBinding(.character("n"), does: .new, "add a topic", hint: "new"),
      KeyBinding(.character("r"), does: .rename, "rename the topic", hint: "rename"),
      KeyBinding(.character("D"), does: .delete, "delete the topic", hint: "delete"),
      KeyBinding(.character("u"), does: .undo, "bring back the topic that you deleted last"),
      KeyBinding(.character("T"), does: .trash, "list what was deleted"),
      KeyBinding(.character("w"), does: .awaiting, "list what waits for you", hint: "yours"),
      KeyBinding(.character("f"), does: .feed, "list what has happened", hint: "news"),
    ] + lists

  /// For what was deleted.
  static let trash =
    [
      KeyBinding(.enter, .right, does: .open, "bring it back", hint: "bring back"),
      KeyBinding(.character("D"), does: .delete, "erase it for good", hint: "erase"),
    ] + lists

  /// For a list of what belongs to topics.
  static let links =
    [KeyBinding(.enter, .right, does: .open, "open the topic", hint: "open")] + lists

  static let board =
    [
      KeyBinding(.character("a"), does: .addPro, "add a pro", hint: "pro"),
      KeyBinding(.character("A"), does: .addCon, "add a con", hint: "con"),
      KeyBinding(.character("e"), .enter, does: .edit, "edit the argument", hint: "edit"),
      KeyBinding(.character("E"), does: .editor, "edit it in $EDITOR"),
      KeyBinding(
        .character("+"), .character("="), does: .heavier, "give it more weight", hint: "weight"),
      KeyBinding(.character("-"), does: .lighter, "give it less weight"),
      KeyBinding(.character("J"), does: .lower, "move the argument down"),
      KeyBinding(.character("K"), does: .raise, "move the argument up"),
      KeyBinding(.character("h"), .left, does: .leftColumn, "go to the pros"),
      KeyBinding(.character("l"), .right, does: .rightColumn, "go to the cons"),
      KeyBinding(
        .character("m"), does: .moveOver, "move the argument to the other side", hint: "other side"),
      KeyBinding(.character("d"), .delete, does: .delete, "delete the argument", hint: "delete"),
      KeyBinding(.character("s"), does: .support, "support the argument", hint: "support"),
      KeyBinding(.character("x"), does: .unsupport, "no longer support it", hint: "no support"),
      KeyBinding(.character("C"), does: .comment, "comment on the argument", hint: "comment"),
      KeyBinding(.character("X"), does: .uncomment, "remove a comment on it"),
      KeyBinding(.character("p"), does: .positions, "list the positions", hint: "positions"),
      KeyBinding(.character("O"), does: .objections, "list the objections", hint: "objections"),
      KeyBinding(.character("t"), does: .todos, "list the todos", hint: "todos"),
      KeyBinding(.character("n"), does: .newOption, "add an option", hint: "option"),
      KeyBinding(.character("N"), does: .convert, "make the topic's board an option"),
      KeyBinding(.character("["), does: .previousOption, "show the previous option"),
      KeyBinding(.character("]"), does: .nextOption, "show the next option", hint: "next option"),
      KeyBinding(.character("r"), does: .rename, "change the option"),
      KeyBinding(.character("{"), does: .optionLeft, "move the option to the left"),
      KeyBinding(.character("}"), does: .optionRight, "move the option to the right"),
      KeyBinding(.character("M"), does: .toOption, "move the argument to an option"),
      KeyBinding(.character("D"), does: .deleteOption, "delete the option"),
      vote,
      KeyBinding(.character("w"), does: .ask, "set who is asked, and until when", hint: "ask"),
      KeyBinding(.character("c"), does: .decide, "decide", hint: "decide"),
      KeyBinding(.character("W"), does: .override, "decide against the rule"),
      KeyBinding(.character("R"), does: .reopen, "reopen what was decided", hint: "reopen"),
      KeyBinding(
        .character("S"), does: .supersede, "name the topic that replaces it", hint: "replace"),
      undo, redo,
      KeyBinding(.character("y"), does: .copy, "copy the board as Markdown", hint: "copy"),
      KeyBinding(.character("o"), does: .posts, "open the posts", hint: "posts"),
      KeyBinding(.character("H"), does: .history, "list who has changed what", hint: "history"),
      KeyBinding(
        .character("/"), does: .filter, "search the arguments and comments", hint: "search"),
      KeyBinding(
        .character(" "), does: .fold, "unfold or fold an argument with its comments", hint: "unfold"
      ),
    ] + lists

  private static let vote = KeyBinding(
    .character("v"), does: .vote, "take your position", hint: "vote")
  private static let undo = KeyBinding(
    .character("u"), does: .undo, "take back your last change", hint: "undo")
  private static let redo = KeyBinding(
    .character("U"), does: .redo, "do again what you took back")
  /// For the lists of a topic.
  private static let common =
    [
      undo, redo, KeyBinding(.escape, does: .back, "go back to the board", hint: "back"),
      KeyBinding(.character("p"), does: .positions, "list the positions"),
      KeyBinding(.character("O"), does: .objections, "list the objections"),
      KeyBinding(.character("t"), does: .todos, "list the todos"),
      KeyBinding(.character("H"), does: .history, "list who has changed what"),
    ] + lists

  static let positions =
    [
      vote,
      KeyBinding(.character("x"), does: .withdraw, "take back your position", hint: "withdraw"),
    ] + common

  static let objections =
    [
      KeyBinding(.character("n"), does: .new, "raise an objection", hint: "raise"),
      KeyBinding(.character("a"), .enter, does: .answer, "answer the objection", hint: "answer"),
      KeyBinding(.character("r"), does: .resolve, "resolve it after an answer", hint: "resolve"),
      KeyBinding(.character("x"), does: .withdraw, "take back your objection", hint: "withdraw"),
    ] + common

  static let todos =
    [
      KeyBinding(.character("n"), does: .new, "add a todo", hint: "add"),
      KeyBinding(.character(" "), .enter, does: .check, "mark as done or not", hint: "done"),
      KeyBinding(.character("e"), does: .edit, "edit the todo", hint: "edit"),
      KeyBinding(.character("E"), does: .editor, "edit it in $EDITOR"),
      KeyBinding(.character("w"), does: .assign, "set who does it, and until when", hint: "who"),
      KeyBinding(.character("J"), does: .lower, "move the todo down"),
      KeyBinding(.character("K"), does: .raise, "move the todo up"),
      KeyBinding(.character("d"), .delete, does: .delete, "delete the todo", hint: "delete"),
    ] + common

  /// The posts beside a board.
  static let boardPosts =
    [
      KeyBinding(.enter, .right, does: .open, "read the post", hint: "read"),
      KeyBinding(.character("n"), does: .new, "write a post", hint: "write"),
      KeyBinding(.character("o"), does: .posts, "open the posts", hint: "all posts"),
    ] + common

  static let history =
    [
      KeyBinding(.enter, .right, does: .open, "go to what was changed", hint: "go there"),
      KeyBinding(
        .character("u"), does: .takeBack, "take back this change of yours", hint: "undo it"),
    ] + common.filter { $0.command != .undo }

  static let posts =
    [
      KeyBinding(.enter, .right, does: .open, "read the post", hint: "read"),
      KeyBinding(.character("n"), does: .new, "write a post", hint: "write"),
      KeyBinding(.character("D"), does: .delete, "delete the post", hint: "delete"),
      KeyBinding(.character("u"), does: .undo, "bring back the post that you deleted last"),
    ] + lists

  static let post =
    [
      KeyBinding(.character("e"), does: .edit, "edit the post; then its title", hint: "edit"),
      KeyBinding(.character("c"), does: .editContent, "edit the content on a line", hint: "text"),
      KeyBinding(.character("E"), does: .editor, "edit the content in $EDITOR", hint: "editor"),
      KeyBinding(.character("s"), does: .save, "save what you typed", hint: "save"),
      KeyBinding(.character("x"), does: .cancel, "discard what you typed", hint: "discard"),
      KeyBinding(.character("D"), does: .delete, "delete the post", hint: "delete"),
    ] + pages

  static let draft =
    [
      KeyBinding(.character("e"), .enter, does: .edit, "edit the title", hint: "title"),
      KeyBinding(.character("c"), does: .editContent, "edit the content on a line", hint: "text"),
      KeyBinding(.character("E"), does: .editor, "edit the content in $EDITOR", hint: "editor"),
      KeyBinding(.character("s"), does: .save, "save the post", hint: "save"),
      KeyBinding(.character("x"), does: .cancel, "discard the draft", hint: "discard"),
    ] + pages

  static let login = [
    KeyBinding(.character("e"), .enter, does: .edit, "type name and password", hint: "type")
  ]

  /// For a scene of any other kind.
  static let described =
    [
      KeyBinding(.enter, .right, does: .open, "do what is selected"),
      KeyBinding(.character("j"), .down, does: .down, "go to the next row"),
      KeyBinding(.character("k"), .up, does: .up, "go to the previous row"),
      KeyBinding(.character("g"), .home, does: .first, "go to the first row"),
      KeyBinding(.character("G"), .end, does: .last, "go to the last row"),
      KeyBinding(.control("f"), .pageDown, does: .pageDown, "scroll the text down"),
      KeyBinding(.control("b"), .pageUp, does: .pageUp, "scroll the text up"),
    ]

  /// For all that can be done. Letters are typed.
  static let palette = [
    KeyBinding(.enter, does: .open, "do what is selected"),
    KeyBinding(.down, .control("n"), does: .down, "go to the next row"),
    KeyBinding(.up, .control("p"), does: .up, "go to the previous row"),
    KeyBinding(.pageDown, does: .pageDown, "go to the next page"),
    KeyBinding(.pageUp, does: .pageUp, "go to the previous page"),
  ]

  /// The commands that only move the selection or the screen.
  static let moves: Set<Command> = [
    .down, .up, .pageDown, .pageUp, .first, .last, .menu, .nextPane, .previousPane, .firstPane,
    .secondPane, .thirdPane, .leftColumn, .rightColumn,
  ]

  /// For a form. Letters are typed.
  static let form = [
    KeyBinding(.down, .tab, does: .down, "go to the next field"),
    KeyBinding(.up, .backTab, does: .up, "go to the previous field"),
  ]

  private static let pages = [
    KeyBinding(.character("j"), .down, does: .down, "go to the next line"),
    KeyBinding(.character("k"), .up, does: .up, "go to the previous line"),
    KeyBinding(.control("f"), .character(" "), .pageDown, does: .pageDown, "go to the next page"),
    KeyBinding(.control("b"), .pageUp, does: .pageUp, "go to the previous page"),
    KeyBinding(.character("g"), .home, does: .first, "go to the beginning"),
    KeyBinding(.character("G"), .end, does: .last, "go to the end"),
  ]

  /// What the terminal makes of keys, and the mouse.
  static let terminal = [
    ("mouse", "select, scroll, open by a double click"),
    ("Ctrl-Z", "stop until fg"), ("Ctrl-C", "quit at once"),
  ]

  /// They answer a question with yes, others with no.
  static let consent: [Key] = [.character("y"), .character("Y")]

  /// What keys do in a text that is edited, beside those that type. Then no other key counts but
  /// `redraw`.
  static let editing: [(keys: [Key], edit: LineEditor.Key, words: String)] = [
    ([.enter], .enter, "save"),
    ([.escape], .escape, "cancel"),
    ([.backspace], .backspace, "remove the character before"),
    ([.delete, .control("d")], .delete, "remove the character"),
    ([.left, .control("b")], .left, "go left"),
    ([.right, .control("f")], .right, "go right"),
    ([.home, .control("a")], .home, "go to the beginning"),
    ([.end, .control("e")], .end, "go to the end"),
    ([.control("u")], .removeBefore, "remove what is before"),
    ([.control("k")], .removeAfter, "remove what is after"),
    ([.control("w")], .removeWord, "remove the word before"),
    ([.pageDown], .pageDown, "scroll others' text down"),
    ([.pageUp], .pageUp, "scroll others' text up"),
  ]

  /// Opens the user's editor while a text is edited.
  static let fieldEditor: Key = .control("o")

  /// What a key does in a text that is edited; nil if it does nothing.
  static func edit(of key: Key) -> LineEditor.Key? {
    switch key {
    case .character(let character): .text(String(character))
    case .paste(let text): .text(text)
    default: editing.first { $0.keys.contains(key) }?.edit
    }
  }

  /// The keys on the bottom line of a screen, as many as there is room for, after those that mean the
  /// same everywhere.
  ///
  /// - Parameters:
  ///   - bindings: the keys of the screen.
  ///   - everywhere: the keys of all screens.
  ///   - commands: those that matter now, the most important first.
  static func hints(
    of bindings: [KeyBinding], and everywhere: [KeyBinding] = everywhere,
    for commands: [Command], width: Int
  ) -> [(key: Key, text: String)] {
    let hint = { (binding: KeyBinding) in
      binding.keys.first.flatMap { key in binding.hint.map { (key: key, text: "\(key) \($0)") } }
    }
    let common = everywhere.compactMap(hint)
    var room = width - common.reduce(0) { $0 + $1.text.columns + gap }
    let hints = commands.compactMap { command in
      bindings.first { $0.command == command }.flatMap(hint)
    }
    let fitting = hints.prefix(mostHints).prefix { hint in
      room -= hint.text.columns + gap
      return room >= -gap
    }
    return common + fitting
  }

  /// The keys on the bottom line while a text is edited.
  static func hints(of field: TextField?, isPalette: Bool) -> [(key: Key, text: String)] {
    let editor = (key: fieldEditor, text: "\(fieldEditor) editor")
    return [(.enter, isPalette ? "Enter do it" : "Enter save"), (.escape, "Esc cancel")]
      + (field?.isEditable == true ? [editor] : [])
  }

  /// The most keys on the bottom line beside those that mean the same everywhere.
  private static let mostHints = 8
  /// Columns between the keys on the bottom line.
  static let gap = 2

  /// The names of all commands, with their keys and what they do.
  static var page: String {
    let tables = [
      everywhere, lists, topics, trash, links, board, positions, objections, todos, boardPosts,
      history, posts, post, draft, login,
    ]
    var known: Set<Command> = []
    let rows = tables.joined().filter { known.insert($0.command).inserted }
    return rows.map { binding in
      let name = binding.command.rawValue
      let keys = binding.keys.map(\.description).joined(separator: " ")
      let gap = { (text: String, width: Int) in
        text + String(repeating: " ", count: max(1, width - text.count))
      }
      return gap(name, 16) + gap(keys, 16) + binding.words
    }.joined(separator: "\n")
  }
}

/// What a key makes a screen do.
enum Command: String, CaseIterable {
  // Everywhere.
  case help, menu, quit, redraw, back
  case nextPane, previousPane, firstPane, secondPane, thirdPane, zoom, mouse
  // In lists.
  case down, up, pageDown, pageUp, first, last, open, fold
  // Topics.
  case filter, sort, new, rename, trash, awaiting, feed
  // Boards.
  case addPro, addCon, edit, heavier, lighter, lower, raise, leftColumn, rightColumn
  case moveOver, undo, redo, copy, posts, vote, ask, decide, reopen
  case support, unsupport
  case comment, uncomment, newOption, convert, nextOption, previousOption, optionLeft, optionRight
  case toOption, deleteOption, override, supersede
  // The lists of a topic.
  case positions, objections, todos, history, takeBack, answer, resolve, withdraw, check, assign
  // Posts and drafts.
  case editContent, editor, save, cancel
  // Several of them.
  case delete
}
