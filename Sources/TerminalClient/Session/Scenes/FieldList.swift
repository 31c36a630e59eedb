internal import Terminal

/// Names with values beside them.
struct FieldList {
  struct Field: Equatable {
    let name: String
    /// Any number of lines.
    let value: String
    let style: Palette.Style?

    init(_ name: String, _ value: String, _ style: Palette.Style? = nil) {
      self.name = name
      self.value = value
      self.style = style
    }
  }

  let fields: [Field]

  init(_ fields: [Field]) {
    self.fields = fields
  }

  /// The lines, none wider than `width`; values are aligned and wrapped.
  func lines(width: Int, palette: Palette) -> [String] {
    let names = fields.map { $0.name.printable.truncated(to: max(1, width / 2)) }
    let start = (names.map(\.displayWidth).max() ?? 0) + 2
    return zip(names, fields).flatMap { name, field in
      let values = field.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return values.enumerated().flatMap { index, value in
        StyledText.hanging(
          (index == 0 ? name : "").leftAligned(in: start), String(value).printable, width: width,
          style: field.style)
      }
    }.map { palette.styled($0.text.trimmingEnd, $0.style) }
  }
}
