extension String {
  /// The parts between line feeds, without empty ones. It splits scalars, because Swift treats a
  /// carriage return and a line feed as one character.
  var lines: [Substring] {
    unicodeScalars.split(separator: "\n").map(Substring.init)
  }
}
