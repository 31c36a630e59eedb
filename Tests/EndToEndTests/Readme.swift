import SystemTestSupport
import Testing

/// README.md, as far as it can be tried out.
enum Readme {
  /// The lines of a block of code after a heading, without the fences.
  ///
  /// - Parameters:
  ///   - heading: with its number signs.
  ///   - language: what stands after the opening fence; nothing by default.
  ///   - number: counted from 1, of the blocks in that language.
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

  /// The directory that it is in.
  static let root = SourceTree.root
}
