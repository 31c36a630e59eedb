/// A piece of text that stands by itself.
enum Block: Equatable {
  /// Level 1 is a title, 2 a section, 3 a part of one.
  case heading(level: Int, String)
  case paragraph([Phrase])
  /// Lines that stay as they are.
  case literal([String])
  case bullets([[Phrase]])
  case terms([Term])

  /// What is explained, and its explanation.
  struct Term: Equatable {
    let name: [Phrase]
    let text: [Phrase]
  }
}

extension Block {
  /// The level of a heading; nil for anything else.
  var level: Int? {
    if case .heading(let level, _) = self { level } else { nil }
  }
}
