internal import BoardValues
internal import BoxWire
internal import Terminal

/// One page of `top`.
struct TopPage {
  var server = ""
  var stats: DaemonStats?
  /// nil until the daemon has counted twice.
  var rates: DaemonStats.Rates?
  /// In descending order of rate.
  var rows: [BoxActivity.Row] = []
  /// The client's own message; nil when there is none.
  var notice: String?

  /// The lines from top to bottom, none wider than `width`.
  ///
  /// - Parameters:
  ///   - height: the maximum number of lines; nil for no limit.
  ///   - maximumRows: the maximum number of boxes.
  func lines(
    width: Int, height: Int?, maximumRows: Int = .max, palette: Palette
  ) -> [String] {
    let head =
      [palette.styled(title.truncated(to: width), .bold)] + figures.map { $0.truncated(to: width) }
    let notice = notice.map { [palette.styled($0.truncated(to: width), .boldRed)] } ?? []
    let table = palette.styled(columns("changes/s", "total", "box").truncated(to: width), .dim)
    let rest = height.map { max(0, $0 - head.count - notice.count - 2) }
    let rows = rows.prefix(min(maximumRows, rest ?? .max)).map { row in
      columns(row.rate.withOneDecimal, "\(row.total)", row.path.printable).truncated(to: width)
    }
    return Array((head + notice + ["", table] + rows).prefix(height ?? .max))
  }

  private var title: String {
    let memory = stats?.memory.map { " · \(Double($0).asBytes)" } ?? ""
    let uptime = stats?.runningTime.map { " · up \($0.inLargestUnits)" } ?? ""
    return "\(server.printable)\(uptime)\(memory)"
  }

  private var figures: [String] {
    guard let stats else { return [] }
    let connections = stats.connections.counted("connection")
    let clients = "\(connections) · \(stats.subscribers.counted("subscriber"))"
    let changes = rates.map { $0.changes.withOneDecimal } ?? "…"
    let lines = rates.map { "\($0.lines.withOneDecimal) lines/s · \($0.bytes.asBytes)/s" }
    return [
      "\(clients) · revision \(stats.revision)",
      "\(changes) changes/s · \(lines ?? "… lines/s")",
    ]
  }

  private func columns(_ rate: String, _ total: String, _ path: String) -> String {
    "\(rate.rightAligned(in: 10)) \(total.rightAligned(in: 12))  \(path)"
  }
}

extension String {
  /// This text, padded with leading spaces to a number of columns.
  fileprivate func rightAligned(in width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }
}
