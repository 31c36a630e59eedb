internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// Prints the line of a template for each state, or for each box that changed: in mode `latest` only
/// if it differs from the last one.
@LoopActor
final class TemplateView: SubscriptionView {
  private let template: Template
  private let style: FieldStyle
  private let offline: String?
  private let context: CommandContext
  private let mode: Subscribe.Mode
  /// The last line for each box's path; under the empty path, that of a template with full paths.
  private var lines: [String: String] = [:]
  private var hasWarned = false
  /// The daemon's epoch; nil before its greeting.
  private var epoch: String?

  /// - Parameter offline: the line to print when the connection is lost, for a template with full
  ///   paths; nil to keep the last line.
  init(
    _ template: Template, style: FieldStyle, mode: Subscribe.Mode = .latest, offline: String?,
    _ context: CommandContext
  ) {
    self.mode = mode
    self.template = template
    self.style = style
    self.offline = offline
    self.context = context
  }

  let showsConnectionLoss = false

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    Alert.all(in: boxes.values).forEach(context.report)
    if template.isPerBox {
      let values: [(path: String, value: JSONText?)] =
        boxes.values.map { ($0.path, $0.value) } + boxes.removed.map { ($0, nil) }
      for (index, (path, value)) in values.enumerated() {
        // Only with the last line of it, a state is complete.
        let isComplete = index == values.count - 1 && mirror.isSynced
        write(
          BoxLine(
            path: path, value: value, revision: boxes.revision, epoch: epoch,
            isComplete: isComplete))
      }
      for path in boxes.removed { lines[path] = nil }
    } else if mirror.isSynced {
      fill(mirror)
    }
  }

  func greet(_ hello: Hello) {
    epoch = hello.epoch
  }

  func sync(_ mirror: Mirror) {
    if !template.isPerBox { return fill(mirror) }
    guard !hasWarned, case let boxes = mirror.boxes, !boxes.isEmpty else { return }
    hasWarned = true
    template.warnings(boxes).forEach(StandardError.report)
  }

  func lose(_ mirror: Mirror) {
    if let offline { write(offline, "") }
  }

  func end() {}

  private func fill(_ mirror: Mirror) {
    if !hasWarned {
      hasWarned = true
      template.warnings { mirror[$0] }.forEach(StandardError.report)
    }
    write(template.line(style: style) { mirror[$0] }, "")
  }

  private func write(_ box: BoxLine) {
    write(template.line(for: box, style: style) { _ in nil }, box.path)
  }

  private func write(_ line: String, _ path: String) {
    guard mode == .every || lines[path] != line else { return }
    lines[path] = line
    context.print(line: line)
  }
}
