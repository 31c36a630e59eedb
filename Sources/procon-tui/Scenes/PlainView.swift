internal import BoxClient
internal import UVLoop

/// A scene of which only the title is shown.
@LoopActor
final class PlainView: SceneView {
  let bindings: [KeyBinding] = []
  var field: TextField?
  private var title = ""
  private var alerts: [String] = []

  func show(_ scene: ShownScene, isOwn: Bool) {
    title = scene.entry?.title ?? "There is nothing to show."
    alerts = scene.alerts
  }

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    canvas.put(title, row: rows.lowerBound, .bold)
    for (index, alert) in alerts.enumerated() where rows.contains(rows.lowerBound + 1 + index) {
      canvas.put("Alert: \(alert)", row: rows.lowerBound + 1 + index, .alert)
    }
  }

  func perform(_ command: Command) -> Deed? { nil }
  func submit(_ field: TextField) -> Call? { nil }
}
