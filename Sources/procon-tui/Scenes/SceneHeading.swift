internal import BoxClient

/// The first lines of a scene: its title and its alerts.
struct SceneHeading {
  var title = ""
  var alerts: [String] = []

  private static let mostAlerts = 2

  init() {}

  init(_ scene: ShownScene) {
    title = scene.entry?.title ?? "There is nothing to show."
    alerts = scene.alerts
  }

  /// - Returns: the row below.
  func draw(on canvas: inout Canvas, rows: Range<Int>, count: Int? = nil) -> Int {
    var row = rows.lowerBound
    canvas.put(title + (count.map { " (\($0))" } ?? ""), row: row, .bold)
    row += 1
    for alert in alerts.prefix(Self.mostAlerts) where row < rows.upperBound {
      canvas.put("Alert: \(alert)", row: row, .alert)
      row += 1
    }
    return row
  }
}
