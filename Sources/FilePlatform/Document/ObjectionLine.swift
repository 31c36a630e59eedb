internal import Domain

/// A line of the list of objections: `- It needs an upgrade <!-- 1 ada 2026-11-22T10:00:00.000Z -->`.
struct ObjectionLine {
  /// The start of the line: `-`, `*` or `+`, and a blank.
  let marker: ArraySlice<UInt8>
  let text: ArraySlice<UInt8>
  /// nil if a person wrote the line without one.
  let label: Label?

  /// nil if the line is not an item of a list.
  init?(_ line: ArraySlice<UInt8>) {
    guard let item = ListItem(line) else { return nil }
    marker = item.marker
    var text = item.body
    label = Label.take(from: &text) { $0.supporters.isEmpty }
    self.text = text
  }

  /// Whether it says who has raised the objection, and when.
  func shows(_ objection: Objection) -> Bool {
    text.string == objection.text && label?.id == objection.id
      && label?.author == objection.author && label?.created == objection.created
  }

  /// Returns the bytes of an objection after the marker.
  static func body(_ objection: Objection) -> [UInt8] {
    let label = Label(
      id: objection.id, author: objection.author, created: objection.created,
      updated: objection.created, updatedBy: objection.author)
    return Array("\(objection.text) <!-- \(label.words) -->".utf8)
  }
}
