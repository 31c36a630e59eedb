import Expectations
import SystemTestSupport
import Testing

/// Checks the size of Architecture.md, and the files and folders that it names.
@Suite struct ArchitectureTests {
  private let path = "Sources/Architecture.md"

  @Test func `Architecture.md has at most 16,000 bytes`() throws {
    expect(try require(SourceTree.text(of: path)).utf8.count <= 16_000)
  }

  @Test func `every file and folder that Architecture.md names exists`() throws {
    let names = names(in: try require(SourceTree.text(of: path)))
    expect(names.count >= 30)
    for name in names {
      expect(exists("Sources/\(name)") || exists(name), "there is no \(name)")
    }
  }

  @Test func `Architecture.md names every module`() throws {
    let names = names(in: try require(SourceTree.text(of: path)))
    for entry in SourceTree.names(in: "Sources") where exists("Sources/\(entry)/") {
      expect(names.contains("\(entry)/"))
    }
  }

  @Test func `README links Architecture.md`() {
    expect(Readme.text.contains("[\(path)](\(path))"))
  }

  /// Files and folders in backticks: names that end in a slash or like a source file.
  private func names(in text: String) -> Set<String> {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    let quoted = pieces.indices.filter { !$0.isMultiple(of: 2) }.map { String(pieces[$0]) }
    let endings = [".swift", ".md", ".h", "/"]
    return Set(quoted.filter { text in endings.contains { text.hasSuffix($0) } })
  }

  /// - Parameter name: ends in a slash for a folder.
  private func exists(_ name: String) -> Bool {
    name.hasSuffix("/")
      ? !SourceTree.names(in: String(name.dropLast())).isEmpty : SourceTree.text(of: name) != nil
  }
}
