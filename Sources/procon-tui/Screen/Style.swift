internal import TerminalClient

/// How a text is drawn. Without colours, only the attributes count.
struct Style: Equatable {
  enum Color: Int16, CaseIterable {
    /// The terminal's own.
    case none
    case pro, con, news
  }

  var color = Color.none
  var isBold = false
  var isDim = false
  var isReverse = false
  var isUnderlined = false

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(isDim: true)
  static let pro = Style(color: .pro)
  static let con = Style(color: .con)
  static let alert = Style(color: .con, isBold: true)
  /// Something that another user has just changed.
  static let news = Style(color: .news, isBold: true)

  /// This style for the selected row.
  var selected: Style {
    var style = self
    style.isReverse = true
    return style
  }
}

extension SideName {
  var other: SideName { self == .pro ? .con : .pro }

  var style: Style { self == .pro ? .pro : .con }
}
