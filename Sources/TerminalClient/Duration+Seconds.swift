extension Duration {
  /// Seconds, with as many decimal places as needed: `60 s`, `0.25 s`.
  package var inSeconds: String {
    let seconds = self / .seconds(1)
    return Int(exactly: seconds).map { "\($0) s" } ?? "\(seconds) s"
  }
}
