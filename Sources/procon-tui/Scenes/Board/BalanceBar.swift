internal import BoardValues
internal import TerminalClient

/// Two colours whose lengths show the weights of pros and cons.
struct BalanceBar: Equatable {
  /// The share of the pros, 0 to 100; nil if there are no arguments.
  private let percentage: Int?

  /// - Parameter summary: of a topic; nil if it is not known.
  init(_ summary: Summary?) {
    percentage = summary?.prosPercentage.map { min(max($0, 0), 100) }
  }

  func draw(on canvas: inout Canvas, row: Int, column: Int, width: Int) {
    guard let percentage else {
      canvas.put(String(repeating: "─", count: width), row: row, column: column, .dim)
      return
    }
    let pros = (width * percentage + 50) / 100
    let end = canvas.put(
      String(repeating: "█", count: pros), row: row, column: column, SideName.pro.style)
    canvas.put(
      String(repeating: "▒", count: width - pros), row: row, column: end, SideName.con.style)
  }
}
