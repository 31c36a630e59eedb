import Expectations
import SystemTestSupport
import Testing

/// The README's pictures, and the script that records them.
@Suite(.blocking) struct ReadmePictureTests {
  private static let folder = "Sources/BoxWire/BoxWire.docc/Resources"
  private static let screens = ["login", "topics", "board", "posts", "post", "draft", "menu"]
  private static let names = (["board"] + screens.map { "tui-\($0)" }).map { "\($0).svg" }
  private let user = TestUser()

  /// The lines of text that a picture shows at its end, with the same number for all revisions, and
  /// the same time for all dates.
  private func lastLines(of picture: String) -> [String] {
    picture.split(separator: "\n").filter { $0.hasPrefix("<g transform") && !$0.contains(#" h""#) }
      .sorted { height(of: $0) < height(of: $1) }
      .map {
        String($0).replacing("</text>", with: " ").replacing(/<[^>]+>/, with: "")
          .replacing(/at revision \d+/, with: "at revision 1")
          .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "2026-11-22 10:00")
          .replacing(/1 min ago/, with: "just now")
      }
      .filter { !$0.isEmpty }
  }

  private func height(of line: Substring) -> Int {
    line.firstMatch(of: /translate\(0 (\d+)\)/).flatMap { Int($0.output.1) } ?? 0
  }

  /// Those of pages, which Tests/Recording/web.py makes.
  private static let pages = ["web-board.png", "web-phone.png"]

  @Test func `the README shows all pictures that there are`() {
    let names = Self.names + Self.pages
    expect(SourceTree.names(in: Self.folder), equals: names.sorted())
    for name in names { expect(Readme.text.contains("](\(Self.folder)/\(name))")) }
  }

  @Test(arguments: names)
  func `a picture is small, well-formed and without names of this machine`(name: String) throws {
    let picture = try require(SourceTree.text(of: "\(Self.folder)/\(name)"))
    expect(picture.utf8.count < 150_000)
    for name in ["/tmp", "/root", "/home", "# "] { expect(!picture.contains(name), "\(name)") }
    let script = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])"
    let parser = try user.shell(
      "exec python3 -c '\(script)' '\(Readme.root)/\(Self.folder)/\(name)'")
    expect(try parser.waitForEnd(), equals: .exited(0), "\(parser.errors)")
  }

  @Test func `the programs still show what is in the pictures`() throws {
    let record = try user.start(
      "\(Readme.root)/Tests/Recording/record", [user.directory.file("pictures")],
      environment: ["BUILD": String(builtProgram("").dropLast())])
    expect(try record.waitForEnd(), equals: .exited(0), "\(record.errors)")
    for name in Self.names {
      let lines = lastLines(
        of: try require(contents(of: user.directory.file("pictures/\(name)")), "\(name)"))
      expect(lines.count >= 3)
      let pictured = lastLines(of: try require(SourceTree.text(of: "\(Self.folder)/\(name)")))
      expect(lines.difference(from: pictured).map { "\($0)" }, equals: [], "\(name)")
    }
  }
}
