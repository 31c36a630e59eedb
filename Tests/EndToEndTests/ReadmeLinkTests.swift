import Expectations
import SystemTestSupport
import Testing

/// Links between documents of the repository.
struct ReadmeLinkTests {
  private static let documents =
    ["README.md", "Sources/Architecture.md", "Sources/BoxWire/BoxWire.docc/Protocol.md"]
    + Readme.articles

  @Test(arguments: documents) func `links lead to files and headings`(document: String) throws {
    let text = try require(SourceTree.text(of: document))
    let folder = document.split(separator: "/").dropLast().map(String.init)
    let inline = text.matches(of: /\]\(([^)\s]+)\)/).map(\.output.1)
    let references = text.matches(of: /(?m)^\[[a-z]+\]: (.+)$/).map(\.output.1)
    for target in inline + references where !target.hasPrefix("https:") {
      let parts = target.split(separator: "#", omittingEmptySubsequences: false)
      var path = folder
      for name in parts[0].split(separator: "/") {
        if name == ".." { path.removeLast() } else { path.append(String(name)) }
      }
      let file = parts[0].isEmpty ? document : path.joined(separator: "/")
      let linked = try require(SourceTree.text(of: file), "\(document): \(target)")
      guard parts.count == 2 else { continue }
      let anchors = linked.matches(of: /(?m)^#+ (.+)$/).map {
        $0.output.1.lowercased().replacing(" ", with: "-").replacing(",", with: "")
      }
      expect(anchors.contains(String(parts[1])), "\(document): \(target)")
    }
  }

  @Test func `each reference in the README is defined`() throws {
    let text = try require(SourceTree.text(of: "README.md"))
    let names = text.matches(of: /\[([a-z]+)\]\[\]/).map(\.output.1)
    expect(names.count > 7)
    for name in names { expect(text.contains("\n[\(name)]: "), "\(name)") }
  }
}
