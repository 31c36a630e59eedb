extension String {
  /// What stands between line feeds, empty lines left out. To Swift a line feed behind a carriage
  /// return is no character of its own; to who reads lines it is.
  var lines: [Substring] {
    unicodeScalars.split(separator: "\n").map(Substring.init)
  }
}
