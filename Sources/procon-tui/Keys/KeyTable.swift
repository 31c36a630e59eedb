internal import Terminal

/// A command with its keys.
struct KeyBinding {
  let keys: [Key]
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
    KeyBinding(.character(":"), does: .menu, "show all that can be done"),
    KeyBinding(.escape, .left, .backspace, does: .back, "go back"),
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
      KeyBinding(.enter, .right, does: .open, "open the topic"),
      KeyBinding(.character("/"), does: .filter, "show only topics with this text"),
      KeyBinding(.character("s"), does: .sort, "sort by another column"),
      KeyBinding(.character("n"), does: .new, "add a topic"),
      KeyBinding(.character("r"), does: .rename, "rename the topic"),
      KeyBinding(.character("D"), does: .delete, "delete the topic"),
      KeyBinding(.character("u"), does: .undo, "bring back the topic that you deleted last"),
      KeyBinding(.character("T"), does: .trash, "list what was deleted"),
      KeyBinding(.character("w"), does: .awaiting, "list what waits for you"),
      KeyBinding(.character("f"), does: .feed, "list what has happened"),
    ] + lists

  /// For what was deleted.
  static let trash =
    [
      KeyBinding(.enter, .right, does: .open, "bring it back"),
      KeyBinding(.character("D"), does: .delete, "erase it for good"),
    ] + lists

  /// For a list of what belongs to topics.
  static let links = [KeyBinding(.enter, .right, does: .open, "open the topic")] + lists

  static let board =
    [
      KeyBinding(.character("a"), does: .addPro, "add a pro"),
      KeyBinding(.character("A"), does: .addCon, "add a con"),
      KeyBinding(.character("e"), .enter, does: .edit, "edit the argument"),
      KeyBinding(.character("+"), .character("="), does: .heavier, "give it more weight"),
      KeyBinding(.character("-"), does: .lighter, "give it less weight"),
      KeyBinding(.character("J"), does: .lower, "move the argument down"),
      KeyBinding(.character("K"), does: .raise, "move the argument up"),
      KeyBinding(.tab, .backTab, does: .otherColumn, "go to the other side"),
      KeyBinding(.character("h"), .left, does: .leftColumn, "go to the pros"),
      KeyBinding(.character("l"), .right, does: .rightColumn, "go to the cons"),
      KeyBinding(.character("m"), does: .moveOver, "move the argument to the other side"),
      KeyBinding(.character("d"), .delete, does: .delete, "delete the argument"),
      KeyBinding(.character("s"), does: .support, "support the argument"),
      KeyBinding(.character("x"), does: .unsupport, "no longer support it"),
      KeyBinding(.character("C"), does: .comment, "comment on the argument", hint: "comment"),
      KeyBinding(.character("X"), does: .uncomment, "remove a comment on it"),
      KeyBinding(.character("p"), does: .positions, "list the positions", hint: "positions"),
      KeyBinding(.character("O"), does: .objections, "list the objections", hint: "objections"),
      KeyBinding(.character("t"), does: .todos, "list the todos", hint: "todos"),
      KeyBinding(.character("n"), does: .newOption, "add an option", hint: "option"),
      KeyBinding(.character("N"), does: .convert, "make the topic's board an option"),
      KeyBinding(.character("["), does: .previousOption, "show the previous option"),
      KeyBinding(.character("]"), does: .nextOption, "show the next option"),
      KeyBinding(.character("r"), does: .rename, "change the option"),
      KeyBinding(.character("{"), does: .optionLeft, "move the option to the left"),
      KeyBinding(.character("}"), does: .optionRight, "move the option to the right"),
      KeyBinding(.character("M"), does: .toOption, "move the argument to an option"),
      KeyBinding(.character("D"), does: .deleteOption, "delete the option"),
      vote,
      KeyBinding(.character("w"), does: .ask, "set who is asked, and until when"),
      KeyBinding(.character("c"), does: .decide, "decide"),
      KeyBinding(.character("W"), does: .override, "decide against the rule"),
      KeyBinding(.character("R"), does: .reopen, "reopen what was decided"),
      KeyBinding(.character("S"), does: .supersede, "name the topic that replaces it"),
      undo,
      KeyBinding(.character("y"), does: .copy, "copy the board as Markdown"),
      KeyBinding(.character("o"), does: .posts, "open the posts"),
      KeyBinding(.character(" "), does: .fold, "unfold or fold an argument with its comments"),
    ] + lists

  private static let vote = KeyBinding(
    .character("v"), does: .vote, "take your position", hint: "vote")
  private static let undo = KeyBinding(
    .character("u"), does: .undo, "take back your last change")
  /// For the lists of a topic.
  private static let common =
    [undo, KeyBinding(.escape, does: .back, "go back to the board", hint: "back")] + lists

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
      KeyBinding(.character("w"), does: .assign, "set who does it, and until when", hint: "who"),
      KeyBinding(.character("J"), does: .lower, "move the todo down"),
      KeyBinding(.character("K"), does: .raise, "move the todo up"),
      KeyBinding(.character("d"), .delete, does: .delete, "delete the todo", hint: "delete"),
    ] + common

  static let posts =
    [
      KeyBinding(.enter, .right, does: .open, "read the post"),
      KeyBinding(.character("n"), does: .new, "write a post"),
      KeyBinding(.character("D"), does: .delete, "delete the post"),
      KeyBinding(.character("u"), does: .undo, "bring back the post that you deleted last"),
    ] + lists

  static let post =
    [
      KeyBinding(.character("e"), does: .edit, "edit the post; then its title"),
      KeyBinding(.character("c"), does: .editContent, "edit the content on a line"),
      KeyBinding(.character("E"), does: .editor, "edit the content in $EDITOR"),
      KeyBinding(.character("s"), does: .save, "save what you typed"),
      KeyBinding(.character("x"), does: .cancel, "discard what you typed"),
      KeyBinding(.character("D"), does: .delete, "delete the post"),
    ] + pages

  static let draft =
    [
      KeyBinding(.character("e"), .enter, does: .edit, "edit the title"),
      KeyBinding(.character("c"), does: .editContent, "edit the content on a line"),
      KeyBinding(.character("E"), does: .editor, "edit the content in $EDITOR"),
      KeyBinding(.character("s"), does: .save, "save the post"),
      KeyBinding(.character("x"), does: .cancel, "discard the draft"),
    ] + pages

  static let login = [KeyBinding(.character("e"), .enter, does: .edit, "type name and password")]

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

  /// For the menu of a scene.
  static let menu = [KeyBinding(.enter, .right, does: .open, "do what is selected")] + lists

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
    ("mouse", "select and scroll"), ("Ctrl-Z", "stop until fg"), ("Ctrl-C", "quit at once"),
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

  /// What a key does in a text that is edited; nil if it does nothing.
  static func edit(of key: Key) -> LineEditor.Key? {
    switch key {
    case .character(let character): .text(String(character))
    case .paste(let text): .text(text)
    default: editing.first { $0.keys.contains(key) }?.edit
    }
  }

  /// The keys on the bottom line of a screen, as many as there is room for.
  static func hints(of bindings: [KeyBinding], width: Int) -> String {
    let hints = (everywhere + bindings).compactMap { binding in
      binding.hint.map { "\(binding.keys[0]) \($0)" }
    }
    return hints.reduce("") { line, hint in
      let longer = line.isEmpty ? hint : "\(line)  \(hint)"
      return longer.columns <= width ? longer : line
    }
  }

  /// The command of a key on a screen; nil if it has none.
  static func command(of key: Key, in bindings: [KeyBinding]) -> Command? {
    (bindings + everywhere).first { $0.keys.contains(key) }?.command
  }
}

/// What a key makes a screen do.
enum Command: Hashable {
  // Everywhere.
  case help, menu, quit, redraw, back
  // In lists.
  case down, up, pageDown, pageUp, first, last, open, fold
  // Topics.
  case filter, sort, new, rename, trash, awaiting, feed
  // Boards.
  case addPro, addCon, edit, heavier, lighter, lower, raise, leftColumn, rightColumn, otherColumn
  case moveOver, undo, copy, posts, vote, ask, decide, reopen
  case support, unsupport
  case comment, uncomment, newOption, convert, nextOption, previousOption, optionLeft, optionRight
  case toOption, deleteOption, override, supersede
  // The lists of a topic.
  case positions, objections, todos, answer, resolve, withdraw, check, assign
  // Posts and drafts.
  case editContent, editor, save, cancel
  // Several of them.
  case delete
}
