/// A command with its keys.
struct KeyBinding {
  let keys: [Key]
  let command: Command
  /// For the help.
  let words: String

  init(_ keys: Key..., does command: Command, _ words: String) {
    (self.keys, self.command, self.words) = (keys, command, words)
  }
}

/// All keys, in the order of the help. While a text is edited, its own keys count instead.
enum KeyTable {
  static let everywhere = [
    KeyBinding(.character("?"), does: .help, "show the keys"),
    KeyBinding(.escape, .left, .backspace, does: .back, "go back"),
    KeyBinding(.control("l"), does: .redraw, "draw the screen again"),
    KeyBinding(.character("q"), does: .quit, "leave"),
  ]

  static let lists = [
    KeyBinding(.character("j"), .down, does: .down, "next row"),
    KeyBinding(.character("k"), .up, does: .up, "previous row"),
    KeyBinding(.control("f"), .pageDown, does: .pageDown, "next page"),
    KeyBinding(.control("b"), .pageUp, does: .pageUp, "previous page"),
    KeyBinding(.character("g"), .home, does: .first, "first row"),
    KeyBinding(.character("G"), .end, does: .last, "last row"),
  ]

  static let topics =
    [
      KeyBinding(.enter, .right, does: .open, "open the topic"),
      KeyBinding(.character("/"), does: .filter, "show only topics with this text"),
      KeyBinding(.character("s"), does: .sort, "sort by another column"),
      KeyBinding(.character("n"), does: .new, "new topic"),
      KeyBinding(.character("r"), does: .rename, "rename the topic"),
      KeyBinding(.character("D"), does: .delete, "delete the topic"),
    ] + lists

  static let board =
    [
      KeyBinding(.character("a"), does: .addPro, "add a pro"),
      KeyBinding(.character("A"), does: .addCon, "add a con"),
      KeyBinding(.character("e"), .enter, does: .edit, "edit the argument"),
      KeyBinding(.character("+"), .character("="), does: .heavier, "more weight"),
      KeyBinding(.character("-"), does: .lighter, "less weight"),
      KeyBinding(.character("J"), does: .lower, "move the argument down"),
      KeyBinding(.character("K"), does: .raise, "move the argument up"),
      KeyBinding(.tab, .backTab, does: .otherColumn, "other side"),
      KeyBinding(.character("h"), .left, does: .leftColumn, "pros"),
      KeyBinding(.character("l"), .right, does: .rightColumn, "cons"),
      KeyBinding(.character("m"), does: .moveOver, "move the argument to the other side"),
      KeyBinding(.character("d"), .delete, does: .delete, "delete the argument"),
      KeyBinding(.character("u"), does: .undo, "take back your last change"),
      KeyBinding(.character("y"), does: .copy, "copy the board as Markdown"),
      KeyBinding(.character("o"), does: .posts, "open the posts"),
      KeyBinding(.character(" "), does: .fold, "unfold or fold a long argument"),
    ] + lists

  static let posts =
    [
      KeyBinding(.enter, .right, does: .open, "read the post"),
      KeyBinding(.character("n"), does: .new, "new post"),
      KeyBinding(.character("D"), does: .delete, "delete the post"),
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
      KeyBinding(.character("j"), .down, does: .down, "next row"),
      KeyBinding(.character("k"), .up, does: .up, "previous row"),
      KeyBinding(.character("g"), .home, does: .first, "first row"),
      KeyBinding(.character("G"), .end, does: .last, "last row"),
      KeyBinding(.control("f"), .pageDown, does: .pageDown, "scroll the text down"),
      KeyBinding(.control("b"), .pageUp, does: .pageUp, "scroll the text up"),
    ]

  private static let pages = [
    KeyBinding(.character("j"), .down, does: .down, "next line"),
    KeyBinding(.character("k"), .up, does: .up, "previous line"),
    KeyBinding(.control("f"), .character(" "), .pageDown, does: .pageDown, "next page"),
    KeyBinding(.control("b"), .pageUp, does: .pageUp, "previous page"),
    KeyBinding(.character("g"), .home, does: .first, "beginning"),
    KeyBinding(.character("G"), .end, does: .last, "end"),
  ]

  /// The command of a key on a screen; nil if it has none.
  static func command(of key: Key, in bindings: [KeyBinding]) -> Command? {
    (bindings + everywhere).first { $0.keys.contains(key) }?.command
  }
}
