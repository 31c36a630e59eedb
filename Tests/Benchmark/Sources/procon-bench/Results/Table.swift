internal import Glibc

/// Text in columns.
struct Table {
  private let titles: [String]
  /// Whether each column is left-aligned.
  private let isLeft: [Bool]
  /// Cells by row; a row without cells is an empty line.
  private(set) var rows: [[String]] = []

  /// - Parameter left: the titles of left-aligned columns.
  init(_ titles: [String], left: Set<String>) {
    self.titles = titles
    isLeft = titles.map(left.contains)
  }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// The titles and the rows, each as a line without spaces at its end.
  var text: String {
    let all = [titles] + rows
    let widths = titles.indices.map { column in
      all.map { $0.isEmpty ? 0 : $0[column].count }.max() ?? 0
    }
    return all.map { row in
      let line = zip(row.indices, row).map { index, cell in
        let space = String(repeating: " ", count: widths[index] - cell.count)
        return isLeft[index] ? cell + space : space + cell
      }.joined(separator: "  ")
      return line.trimmingEnd + "\n"
    }.joined()
  }
}

extension String {
  /// Without spaces at its end.
  fileprivate var trimmingEnd: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}

/// Numbers for people.
enum NumberText {
  /// Returns the number with three significant digits, such as `0.0123`, `4.56`, `789` or `12,300`.
  static func short(_ number: Double) -> String {
    guard number != 0, number.isFinite else { return "0" }
    let scale = pow(10, Double(places(number)))
    let rounded = (number * scale).rounded() / scale
    // Rounding may have added a digit before the point.
    let places = places(rounded)
    return places > 0 ? fixed(rounded, places: places) : whole(rounded)
  }

  /// Returns the number of decimal places for three significant digits; below 0 when there are more
  /// digits before the point.
  private static func places(_ number: Double) -> Int {
    2 - Int(floor(log10(abs(number))))
  }

  /// Returns the number rounded to a whole one, with thousands separators, such as `1,234,567`.
  static func whole(_ number: Double) -> String {
    let digits = String(Int(number.rounded().magnitude))
    var text = number.rounded() < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// - Parameter places: the number of decimal places, at least 1.
  static func fixed(_ number: Double, places: Int) -> String {
    let scaled = Int((number.magnitude * pow(10, Double(places))).rounded())
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
