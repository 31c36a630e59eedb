/// Two colours whose lengths show the weights of pros and cons.
struct BalanceBar {
  /// The share of the pros, 0 to 100; nil if there are no arguments.
  let percentage: Int?

  func draw(on canvas: inout Canvas, row: Int, column: Int, width: Int) {
    guard let percentage else {
      canvas.put(String(repeating: "─", count: width), row: row, column: column, .dim)
      return
    }
    let pros = (width * percentage + 50) / 100
    let end = canvas.put(
      String(repeating: "█", count: pros), row: row, column: column, Side.pro.style)
    canvas.put(String(repeating: "▒", count: width - pros), row: row, column: end, Side.con.style)
  }
}
