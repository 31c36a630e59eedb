import BoardValues
import Terminal

@testable import TerminalClient

extension BoardPage {
  /// The board of a new installation.
  static let sample = BoardPage(
    title: "Artificial Intelligence", pros: 4, cons: 3,
    summary: .sample(
      pros: "4 pros", cons: "3 cons", score: "+1", leaning: .pro, leaningText: "leans pro",
      line: "4 pros · 3 cons · score +1 · leans pro", prosPercentage: 57),
    proLabels: [
      "Error reduction", "Increase work efficiency", "Reduced cost of training", "No breaks",
    ],
    conLabels: ["High cost", "Lesser jobs", "Fear of malicious implementation"],
    alerts: [], notice: nil, isFetching: false)

  /// A board whose every text is `text`.
  static func filled(with text: String) -> BoardPage {
    BoardPage(
      title: text, pros: 2, cons: 1,
      summary: .sample(
        pros: text, cons: text, score: text, leaning: .even, leaningText: text, line: text),
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

extension Summary {
  /// A summary with these words.
  static func sample(
    pros: String, cons: String, score: String, leaning: Leaning, leaningText: String, line: String,
    prosPercentage: Int? = nil
  ) -> Summary {
    Summary(
      title: "Artificial Intelligence", decisionText: nil, options: nil, pros: 4, cons: 3, score: 1,
      leaning: leaning,
      prosPercentage: prosPercentage, prosText: pros, consText: cons, scoreText: score,
      leaningText: leaningText, line: line, created: "", updated: "", updatedBy: nil)
  }
}
