import Expectations
import SystemTestSupport
import Testing

/// Checks the code that the article about presentation styles quotes.
@Suite struct PresentationArticleTests {
  private static let path = "Sources/Application/Application.docc/PresentationStyles.md"

  @Test func `each quoted block is in the file named above it, word for word`() throws {
    let quotes = Self.quotes(in: try require(SourceTree.text(of: Self.path)))
    expect(quotes.count >= 8)
    for quote in quotes {
      let source = try require(SourceTree.text(of: quote.file), "there is no \(quote.file)")
      expect("\n\(source)".contains("\n\(quote.code)\n"), "\(quote.file) has no\n\(quote.code)")
    }
  }

  @Test(arguments: ["MVVM", "MVC", "MVP", "Redux"])
  func `each style is quoted`(style: String) throws {
    let quotes = Self.quotes(in: try require(SourceTree.text(of: Self.path)))
    let folder = "Tests/PresentationExamples/\(style)/"
    expect(quotes.contains { $0.file.hasPrefix(folder) })
  }

  @Test func `blocks are found, also those without a file`() {
    let text = "`a.swift`:\n\n```swift\na\n\n  b\n```\n\nNone:\n\n```swift\nc\n```\n"
    let quotes = Self.quotes(in: text)
    expect(quotes.map(\.file), equals: ["a.swift", ""])
    expect(quotes.map(\.code), equals: ["a\n\n  b", "c"])
  }

  /// The blocks of Swift, each with the path in the line above it, which is empty if there is none.
  private static func quotes(in text: String) -> [(file: String, code: String)] {
    let block = #/(?m)(?:^`([^`\n]+)`:\n\n)?^```swift\n((?:.|\n)*?)\n```$/#
    return text.matches(of: block).map { match in
      (String(match.output.1 ?? ""), String(match.output.2))
    }
  }
}
