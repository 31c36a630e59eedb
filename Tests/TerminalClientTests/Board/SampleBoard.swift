import Terminal

@testable import TerminalClient

extension Board {
  /// The board of a new installation.
  static let sample = Board(
    title: "Artificial Intelligence", pros: 4, cons: 3,
    summary: Summary(
      prosText: "4 pros", consText: "3 cons", scoreText: "+1", leaning: "pro",
      leaningText: "leans pro", line: "4 pros · 3 cons · score +1 · leans pro",
      prosPercentage: 57),
    proLabels: [
      "Error reduction", "Increase work efficiency", "Reduced cost of training", "No breaks",
    ],
    conLabels: ["High cost", "Lesser jobs", "Fear of malicious implementation"],
    alerts: [], notice: nil, isFetching: false)

  /// A board whose every text is `text`.
  static func filled(with text: String) -> Board {
    Board(
      title: text, pros: 2, cons: 1,
      summary: Summary(
        prosText: text, consText: text, scoreText: text, leaning: text, leaningText: text,
        line: text, prosPercentage: nil),
      proLabels: [text, text], conLabels: [text],
      alerts: [text, text], notice: text, isFetching: true)
  }

  /// The lines of this board without colour.
  func plainLines(width: Int, height: Int? = nil) -> [String] {
    BoardRenderer(width: width, height: height, palette: Palette(isColoured: false)).lines(self)
  }

  /// The lines of this board in colour.
  func colouredLines(width: Int, height: Int? = nil) -> [String] {
    BoardRenderer(width: width, height: height, palette: Palette(isColoured: true)).lines(self)
  }
}
