import Expectations
import SystemTestSupport
import Testing

/// The testable parts of README.md and of its articles.
enum Readme {
  /// The lines of a code block after a heading, without the fences.
  ///
  /// - Parameters:
  ///   - heading: with its number signs.
  ///   - language: the word after the opening fence; none by default.
  ///   - number: counted from 1, among the blocks in that language.
  static func block(
    after heading: String, _ language: String = "", number: Int = 1
  ) throws -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try require(lines.firstIndex { $0 == heading }, "no heading \(heading)")
    var isInCode = false
    let section = lines[(start + 1)...].prefix { line in
      if line.hasPrefix("```") { isInCode.toggle() }
      return isInCode || !line.hasPrefix("## ") && !line.hasPrefix("# ")
    }
    var fences: [Int] = []
    var isInBlock = false
    for (index, line) in zip(section.indices, section) where line.hasPrefix("```") {
      if !isInBlock, line == "```\(language)" { fences.append(index) }
      isInBlock.toggle()
    }
    try require(fences.count >= number, "no block after \(heading)")
    return section[(fences[number - 1] + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
  }

  /// The README, then the articles that it links.
  static let text = (["README.md"] + articles).map { SourceTree.text(of: $0) ?? "" }
    .joined(separator: "\n")

  static let articles = [
    "Sources/procon-client/procon-client.docc/Recipes.md",
    "Sources/procond/procond.docc/Stores.md", "Sources/procond/procond.docc/Users.md",
    "Sources/procond/procond.docc/Running.md", "Sources/BoxServer/BoxServer.docc/Programs.md",
    "Tests/Benchmark/Measured.md",
  ]

  /// The directory of the README.
  static let root = SourceTree.root
}
