import Terminal

@testable import procon_client

extension Board {
  /// The board of a new installation.
  static let sample = Board(
    title: "Artificial Intelligence", pros: 4, cons: 3,
    summary: Summary(
      prosText: "4 pros", consText: "3 cons", scoreText: "+1", leaning: "pro",
      leaningText: "leans pro", figures: "4 pros · 3 cons · score +1 · leans pro",
      prosPercentage: 57),
    proArguments: [
      "Error reduction", "Increase work efficiency", "Reduced cost of training", "No breaks",
    ].map { Argument(text: $0, weight: 1) },
    conArguments: ["High cost", "Lesser jobs", "Fear of malicious implementation"]
      .map { Argument(text: $0, weight: 1) },
    alerts: [], notice: nil, isFetching: false)

  /// A board whose every text is `text`.
  static func filled(with text: String) -> Board {
    Board(
      title: text, pros: 2, cons: 1,
      summary: Summary(
        prosText: text, consText: text, scoreText: text, leaning: text, leaningText: text,
        figures: text, prosPercentage: nil),
      proArguments: [Argument(text: text, weight: 1), Argument(text: text, weight: 5)],
      conArguments: [Argument(text: text, weight: 2)],
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
