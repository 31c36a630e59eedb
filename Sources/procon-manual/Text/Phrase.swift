/// A piece of a line.
enum Phrase: Equatable {
  case text(String)
  /// What a program reads or writes.
  case code(String)
}
