extension String {
  /// The text as an error repeats it: its first 100 Unicode scalars, and an ellipsis if there are
  /// more.
  package var excerpt: String {
    let scalars = unicodeScalars
    guard let end = scalars.index(startIndex, offsetBy: 100, limitedBy: endIndex), end < endIndex
    else { return self }
    return "\(self[..<end])…"
  }
}
