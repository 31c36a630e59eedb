internal import BoxClient

/// The first lines of a scene: its title and its alerts.
struct SceneHeading {
  var title = ""
  var alerts: [String] = []

  init() {}

  init(_ scene: ShownScene) {
    title = scene.entry?.title ?? "There is nothing to show."
    alerts = scene.alerts
  }

  /// - Returns: the row below.
  func draw(on canvas: inout Canvas, rows: Range<Int>, count: Int? = nil) -> Int {
    canvas.put(title + (count.map { " (\($0))" } ?? ""), row: rows.lowerBound, .bold)
    return drawAlerts(on: &canvas, rows: rows.dropFirst())
  }

  /// - Returns: the row below.
  func drawAlerts(on canvas: inout Canvas, rows: Range<Int>, atMost most: Int = 2) -> Int {
    let shown = zip(rows, alerts.prefix(most))
    for (row, alert) in shown { canvas.put("Alert: \(alert)", row: row, .alert) }
    return rows.lowerBound + min(rows.count, most, alerts.count)
  }
}
