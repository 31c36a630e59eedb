internal import BoxClient
internal import BoxWire
internal import UVLoop

/// What all pages have in common: the values of boxes, which are held once, and their HTML, which is
/// made once for all streams that show them.
@LoopActor
final class Rendering {
  static let shared = Rendering()

  private struct Shown {
    let path: String
    var value: JSONText
    /// By style; none for a value that is not shown on a live page.
    var html: [Fragments.Style: JSONText] = [:]
  }

  /// The newest value of each box that a page has, by path.
  private var boxes: [String: Shown] = [:]
  /// The event that was made last.
  private var newest: (key: EventKey, event: [UInt8])?
  /// How often HTML was made.
  private(set) var count = 0
  /// The boxes that are remembered; more than people look at at a time.
  private static let most = 10_000

  init() {}

  /// Returns the same values, with the memory of equal ones that other pages have.
  func sharing(_ values: BoxValues) -> BoxValues {
    BoxValues(
      revision: values.revision, values: values.values.map { share($0, $1) },
      removed: values.removed, merged: values.merged)
  }

  private func share(_ path: String, _ value: JSONText) -> (path: String, value: JSONText) {
    guard !Self.isOwn(path) else { return (path, value) }
    if let known = boxes[path] {
      if known.value == value { return (known.path, known.value) }
      boxes[path] = Shown(path: known.path, value: value)
      return (known.path, value)
    }
    if boxes.count >= Self.most { boxes = [:] }
    boxes[path] = Shown(path: path, value: value)
    return (path, value)
  }

  /// Returns an event with the HTML of boxes, or without any for a page that is loaded again when they
  /// change; nil while the mirror is not complete.
  ///
  /// Pages that show the same values at the same revision get the same event.
  func event(
    _ name: String, _ paths: [String], _ style: Fragments.Style?, of mirror: Mirror
  ) -> [UInt8]? {
    guard let position = mirror.position else { return nil }
    let key = EventKey(
      name: name, epoch: position.epoch, revision: position.revision, style: style, paths: paths,
      values: paths.map { mirror[$0] })
    if let newest, newest.key == key { return newest.event }
    let boxes = style.map { style in
      paths.map { (name: style.id(of: $0), value: html($0, style, of: mirror)) }
    }
    let event = EventStream.event(
      name, at: position, data: JSONText(members: boxes ?? []).description)
    if !paths.contains(where: Self.isOwn) { newest = (key, event) }
    return event
  }

  private struct EventKey: Equatable {
    let name: String
    let epoch: String
    let revision: Int
    let style: Fragments.Style?
    let paths: [String]
    /// nil for boxes that are gone: a removal does not change the position.
    let values: [JSONText?]
  }

  /// Boxes of a session differ from page to page.
  private static func isOwn(_ path: String) -> Bool { path.hasPrefix("session.") }

  /// Returns the HTML of a box, as a JSON string; an empty one for a box that does not exist.
  func html(_ path: String, _ style: Fragments.Style, of mirror: Mirror) -> JSONText {
    guard let value = mirror[path] else { return JSONText("") }
    let known = boxes[path]
    if let known, known.value == value, let html = known.html[style] { return html }
    count += 1
    let html = JSONText(Fragments.html(path, value, style).text)
    if known?.value == value { boxes[path]?.html[style] = html }
    return html
  }
}
