import SystemTestSupport
import Testing

/// The README's picture, and the script that records it.
@Suite(.blocking) struct ReadmePictureTests {
  private static let path = "Sources/BoxWire/BoxWire.docc/Resources/board.svg"
  private let user = TestUser()

  /// The lines of text that a picture shows at its end, with the same number for all revisions.
  private func lastLines(of picture: String) -> [String] {
    picture.split(separator: "\n").filter { $0.hasPrefix("<g transform") && !$0.contains(#" h""#) }
      .sorted { height(of: $0) < height(of: $1) }
      .map {
        String($0).replacing("</text>", with: " ").replacing(/<[^>]+>/, with: "")
          .replacing(/"revision" : \d+/, with: "\"revision\" : 1")
      }
      .filter { !$0.isEmpty }
  }

  private func height(of line: Substring) -> Int {
    line.firstMatch(of: /translate\(0 (\d+)\)/).flatMap { Int($0.output.1) } ?? 0
  }

  @Test func `the README shows a small, well-formed picture without names of this machine`() throws
  {
    #expect(Readme.text.contains("](\(Self.path))"))
    let picture = try #require(SourceTree.text(of: Self.path))
    #expect(picture.utf8.count < 150_000)
    for name in ["/tmp", "/root", "/home", "# "] { #expect(!picture.contains(name), "\(name)") }
    let parser = try user.shell(
      "exec python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' \(Readme.root)/\(Self.path)"
    )
    #expect(try parser.waitForEnd() == .exited(0), "\(parser.errors)")
  }

  @Test func `the programs still show what is in the picture`() throws {
    let file = user.directory.file("board.svg")
    let record = try user.start(
      "\(Readme.root)/Tests/Recording/record", [file],
      environment: ["BUILD": String(builtProgram("").dropLast())])
    #expect(try record.waitForEnd() == .exited(0), "\(record.errors)")
    let lines = lastLines(of: try #require(contents(of: file)))
    #expect(lines.first == "Artificial Intelligence ")
    #expect(lines == lastLines(of: try #require(SourceTree.text(of: Self.path))))
  }
}
