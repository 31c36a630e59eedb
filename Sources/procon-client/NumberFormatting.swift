extension Double {
  /// One decimal place: `12.3`.
  var withOneDecimal: String {
    guard isFinite, magnitude < 1e15 else { return "\(self)" }
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  /// A number of bytes in the largest unit of which there is at least one: `5.2 MiB`.
  var asBytes: String {
    var rest = self
    for unit in ["B", "KiB", "MiB", "GiB"] {
      if rest < 1024 { return "\(unit == "B" ? "\(Int(rest))" : rest.withOneDecimal) \(unit)" }
      rest /= 1024
    }
    return "\(rest.withOneDecimal) TiB"
  }
}

extension Duration {
  /// The two largest units, rounded down: `2 d 3 h`. The duration is not negative.
  var inLargestUnits: String {
    let seconds = components.seconds
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}

extension Int {
  /// The number and a noun, in the plural unless the number is 1: `3 lines`.
  func counted(_ noun: String) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(noun)s"
  }
}
