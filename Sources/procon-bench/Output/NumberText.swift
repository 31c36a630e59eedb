internal import Glibc

/// Numbers as people read them.
enum NumberText {
  /// With three significant digits, and no more behind the point than that takes, as `0.0123`,
  /// `4.56`, `789`, `12,300`.
  static func short(_ number: Double) -> String {
    guard number != 0, number.isFinite else { return "0" }
    let scale = pow(10, Double(places(number)))
    let rounded = (number * scale).rounded() / scale
    // Rounding may have added a digit before the point.
    let places = places(rounded)
    return places > 0 ? fixed(rounded, places: places) : whole(rounded)
  }

  /// Places behind the point that make three significant digits; below 0 for so many before it that
  /// are none.
  private static func places(_ number: Double) -> Int {
    2 - Int(floor(log10(abs(number))))
  }

  /// Rounded to a whole number, its thousands set apart, as `1,234,567`.
  static func whole(_ number: Double) -> String {
    let digits = String(Int(number.rounded().magnitude))
    var text = number.rounded() < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// With so many digits behind the point.
  ///
  /// - Parameter places: at least 1.
  static func fixed(_ number: Double, places: Int) -> String {
    let scaled = Int((number.magnitude * pow(10, Double(places))).rounded())
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
