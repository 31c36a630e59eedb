import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

@Suite(.blocking) struct ReadmeProtocolTests {
  /// A line with revisions relative to the greeting's, and without identities and epochs.
  private func comparable(_ line: some StringProtocol, since first: Int) -> String {
    String(line)
      .replacing(#/"(epoch|identity)":"[^"]*"/#) { #""\#($0.output.1)":"…""# }
      .replacing(#/"revision":(\d+)/#) { #""revision":+\#((Int($0.output.1) ?? 0) - first)"# }
  }

  private func revision(of greeting: some StringProtocol) throws -> Int {
    let line = try JSONText(parsing: greeting.utf8)
    return try require(line["params", "revision"]?.integer)
  }

  @Test func `the protocol by example matches a daemon`() throws {
    let daemon = try DaemonProcess()
    let peer = try Peer(to: daemon.socket, of: daemon)
    let lines = try Readme.block(after: "## The protocol by example").split(separator: "\n")
    let example = try revision(of: try require(lines.first).dropFirst(2))
    var first: Int?
    for line in lines {
      if line.hasPrefix("> ") {
        try peer.send(String(line.dropFirst(2)))
      } else {
        expect(line.hasPrefix("< "))
        let said = String(decoding: try peer.nextLine(), as: UTF8.self)
        let start = try first ?? revision(of: said)
        first = start
        expect(
          comparable(said, since: start), equals: comparable(line.dropFirst(2), since: example))
      }
    }
    expect(lines.count, equals: 9)
  }

  @Test func `the full text is where the README says`() {
    let path = "Sources/BoxWire/BoxWire.docc/Protocol.md"
    expect(Readme.text.contains("\n[protocol]: \(path)\n"))
    expect(contents(of: "\(Readme.root)/\(path)")?.contains("## Greeting"), equals: true)
  }
}
