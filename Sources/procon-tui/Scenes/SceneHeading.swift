internal import BoxClient
internal import Terminal

/// The first lines of a scene: its title and its alerts.
struct SceneHeading {
  var title: String
  var alerts: [String]

  /// The most rows of all alerts.
  static let mostAlertRows = 2
  /// How much of a scene its title may take.
  private static let part = 4

  init(title: String = "", alerts: [String] = []) {
    (self.title, self.alerts) = (title, alerts)
  }

  init(_ scene: ShownScene) {
    title = scene.entry?.title ?? "There is nothing to show."
    alerts = scene.failures
  }

  /// - Returns: the row below.
  func draw(
    on canvas: inout Canvas, rows: Range<Int>, count: Int? = nil, _ style: Style = .bold
  ) -> Int {
    let title = title + (count.map { " (\($0))" } ?? "")
    let row = Self.draw(title, on: &canvas, rows: rows, style)
    return drawAlerts(on: &canvas, rows: row..<rows.upperBound)
  }

  /// Draws a title at the top of some rows of a scene.
  ///
  /// - Returns: the row below.
  static func draw(
    _ title: String, label: String = "", on canvas: inout Canvas, rows: Range<Int>,
    _ style: Style = .bold
  ) -> Int {
    let width = canvas.columns - label.count
    let lines = title.visibleName.wrapped(to: width).first(max(1, rows.count / part), width: width)
    canvas.put(label, row: rows.lowerBound, .dim)
    for (row, line) in zip(rows, lines) { canvas.put(line, row: row, column: label.count, style) }
    return rows.lowerBound + max(1, lines.count)
  }

  /// The alerts on lines of a width.
  func alertLines(width: Int, atMost most: Int = Self.mostAlertRows) -> [String] {
    alerts.flatMap { "Alert: \($0)".wrapped(to: width) }.first(most, width: width)
  }

  /// - Returns: the row below.
  func drawAlerts(
    on canvas: inout Canvas, rows: Range<Int>, atMost most: Int = Self.mostAlertRows
  ) -> Int {
    let lines = alertLines(width: canvas.columns, atMost: min(most, rows.count))
    for (row, line) in zip(rows, lines) { canvas.put(line, row: row, .alert) }
    return rows.lowerBound + lines.count
  }
}
