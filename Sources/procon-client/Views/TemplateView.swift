internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Fills a template's fields with each state, or with each box that changed, and writes the lines
/// that differ from those before.
@LoopActor
final class TemplateView: SubscriptionView {
  private let template: Template
  private let escape: Escape
  private let offline: String?
  private let session: Session
  /// By path of the box that a line is about; under the empty path of those that are about none.
  private var lines: [String: String] = [:]
  private var hasComplained = false

  /// - Parameter offline: what is written while the daemon is away, of a template whose lines are about
  ///   no box; nil for nothing.
  init(_ template: Template, escape: Escape, offline: String?, _ session: Session) {
    self.template = template
    self.escape = escape
    self.offline = offline
    self.session = session
  }

  let tellsLoss = false

  func change(_ boxes: Boxes, _ mirror: Mirror) {
    Alert.all(in: boxes.values).forEach(session.alert)
    if template.isOfOneBox {
      for path in boxes.removed { lines[path] = nil }
      for box in boxes.values {
        write(template.line(of: box, escape: escape) { mirror[$0] }, box.path)
      }
    } else if mirror.isSynced {
      fill(mirror)
    }
  }

  func sync(_ mirror: Mirror) {
    if !template.isOfOneBox { fill(mirror) }
  }

  func lose(_ mirror: Mirror) {
    if let offline { write(offline, "") }
  }

  func end() {}

  private func fill(_ mirror: Mirror) {
    if !hasComplained {
      hasComplained = true
      template.complaints { mirror[$0] }.forEach(StandardError.say)
    }
    write(template.line(escape: escape) { mirror[$0] }, "")
  }

  private func write(_ line: String, _ path: String) {
    guard lines[path] != line else { return }
    lines[path] = line
    session.write(line: line)
  }
}
