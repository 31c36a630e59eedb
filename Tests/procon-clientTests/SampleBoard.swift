import Terminal

@testable import procon_client

extension Board {
  /// The board of a new installation.
  static let sample = Board(
    title: "Artificial Intelligence", pros: 4, cons: 3, score: 1, leaning: "pro",
    proArguments: [
      "Error reduction", "Increase work efficiency", "Reduced cost of training", "No breaks",
    ].map { Argument(text: $0, weight: 1) },
    conArguments: ["High cost", "Lesser jobs", "Fear of malicious implementation"]
      .map { Argument(text: $0, weight: 1) },
    alerts: [], notice: nil, isFetching: false)

  /// A board whose every text is `text`.
  static func filled(with text: String) -> Board {
    Board(
      title: text, pros: 2, cons: 1, score: -3, leaning: text,
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
