/// What a key makes a screen do.
enum Command: Hashable {
  // Everywhere.
  case help, menu, quit, redraw, back
  // In lists.
  case down, up, pageDown, pageUp, first, last, open, fold
  // Topics.
  case filter, sort, new, rename, trash
  // Boards.
  case addPro, addCon, edit, heavier, lighter, lower, raise, leftColumn, rightColumn, otherColumn
  case moveOver, undo, copy, posts
  // Posts and drafts.
  case editContent, editor, save, cancel
  // Several of them.
  case delete
}
