internal import Terminal

extension StandardError {
  /// Writes the program's name and a sentence as one line.
  static func report(_ sentence: String) {
    report(sentence, from: "procon-client")
  }
}
