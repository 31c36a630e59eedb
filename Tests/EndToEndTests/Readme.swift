import SystemTestSupport
import Testing

/// The testable parts of README.md.
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
    let start = try #require(lines.firstIndex { $0 == heading }, "no heading \(heading)")
    var isInCode = false
    let section = lines[(start + 1)...].prefix { line in
      if line.hasPrefix("```") { isInCode.toggle() }
      return isInCode || !line.hasPrefix("## ")
    }
    var fences: [Int] = []
    var isInBlock = false
    for (index, line) in zip(section.indices, section) where line.hasPrefix("```") {
      if !isInBlock, line == "```\(language)" { fences.append(index) }
      isInBlock.toggle()
    }
    try #require(fences.count >= number, "no block after \(heading)")
    return section[(fences[number - 1] + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
  }

  static let text = SourceTree.text(of: "README.md") ?? ""

  /// The directory of the README.
  static let root = SourceTree.root
}
