extension Double {
  /// With one digit behind the point.
  var withOneDigit: String {
    guard isFinite, magnitude < 1e15 else { return "\(self)" }
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  /// As a number of bytes, with the largest unit of which it has one: `5.2 MiB`.
  var asBytes: String {
    var rest = self
    for unit in ["B", "KiB", "MiB", "GiB"] {
      if rest < 1024 { return "\(unit == "B" ? "\(Int(rest))" : rest.withOneDigit) \(unit)" }
      rest /= 1024
    }
    return "\(rest.withOneDigit) TiB"
  }

  /// As a time in seconds, as it was written on a command line: `60 s`, `0.25 s`.
  var asSeconds: String {
    Int(exactly: self).map { "\($0) s" } ?? "\(self) s"
  }

  /// As a time in seconds, with its two largest units: `2 d 3 h`.
  var asTime: String {
    guard self >= 0, self < 1e15 else { return "?" }
    let seconds = Int(self)
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}

extension Int {
  /// With what is counted, in the plural unless it is one.
  func of(_ what: String) -> String {
    self == 1 ? "1 \(what)" : "\(self) \(what)s"
  }
}
