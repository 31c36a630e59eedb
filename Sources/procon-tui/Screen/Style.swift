/// How a text is drawn. Without colours, only the attributes count.
struct Style: Equatable {
  enum Color: Int16, CaseIterable {
    /// The terminal's own.
    case none
    case green, red, yellow, cyan
  }

  var color = Color.none
  var isBold = false
  var isDim = false
  var isReverse = false
  var isUnderlined = false

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(isDim: true)
  static let pro = Style(color: .green)
  static let con = Style(color: .red)
  static let alert = Style(color: .red, isBold: true)
  /// Something that another user has just changed.
  static let news = Style(color: .yellow, isBold: true)

  /// This style for the selected row.
  var selected: Style {
    var style = self
    style.isReverse = true
    return style
  }
}
