internal import Domain

/// A line of a list that is an argument: `- Fast (3) <!-- 2 ada 2026-11-22T10:00:00.000Z -->`.
///
/// The weight follows the text in parentheses. A weight of 1 is left out, unless the text itself
/// ends like one.
struct ArgumentLine {
  /// The start of the line: `-`, `*` or `+`, and a blank.
  let marker: ArraySlice<UInt8>
  /// Text and weight, as written.
  let body: ArraySlice<UInt8>
  let text: ArraySlice<UInt8>
  let weight: Int
  /// nil if a person wrote the line without one.
  let label: Label?

  /// nil if the line is not an argument, or is empty.
  init?(_ line: ArraySlice<UInt8>) {
    guard let item = ListItem(line) else { return nil }
    marker = item.marker
    var body = item.body
    label = Label.take(from: &body)
    guard !body.isEmpty || label != nil else { return nil }
    self.body = body
    (text, weight) = Self.weighed(body)
  }

  private static func weighed(_ body: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Int) {
    let end = body.suffix(4)
    guard body.count > 4, end.first == 0x20, end.dropFirst().first == 0x28, end.last == 0x29,
      case let weight = Int(end[end.endIndex - 2]) - 0x30, Limits.weight.contains(weight)
    else { return (body, Limits.defaultWeight) }
    let text = body.dropLast(4).trimmedAtEnd
    return text.isEmpty ? (body, Limits.defaultWeight) : (text, weight)
  }

  /// Returns text and weight as in a line.
  static func body(_ argument: Argument) -> String {
    let isPlain =
      argument.weight == Limits.defaultWeight
      && weighed(Array(argument.text.utf8)[...]).0.count == argument.text.utf8.count
    return isPlain ? argument.text : "\(argument.text) (\(argument.weight))"
  }
}

extension Argument {
  var label: Label {
    Label(
      id: id, author: author, created: created, updated: updated, updatedBy: updatedBy,
      supporters: supporters)
  }
}
