import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Mode `every` while the policy changes.
@Suite(.blocking) struct PolicyEveryTests {
  private static let ada = rule("user:ada", "read set delete", "shared.**")
  private let files: PolicyFiles
  private let daemon: DaemonProcess
  private let ada: Peer
  private let peer: Peer

  init() throws {
    files = try PolicyFiles([Self.ada, rule("anyone", "read", "shared.a.*")])
    daemon = try files.start()
    ada = try daemon.connect(as: "ada")
    peer = try daemon.connect()
  }

  /// Boxes of both kinds, whose values are these numbers.
  private func change(_ numbers: ClosedRange<Int>) throws {
    try ada.setMany(numbers.flatMap { [("shared.a.x", "\($0)"), ("shared.b.x", "\($0)")] })
  }

  @Test(arguments: ["SIGHUP", "--reload"])
  func `a reload is a gap, and each change is a line before and after it`(by: String) throws {
    try peer.subscribe("shared.**", #""mode":"every""#)
    try change(1...20)
    let rules = [Self.ada, rule("anyone", "read", "shared.b.*")]
    if by == "SIGHUP" {
      try files.save(rules)
      daemon.process.signal(SIGHUP)
    } else {
      try files.change(daemon, to: rules)
    }
    var lines: [JSONText] = []
    while lines.last?.method != "synced" { lines.append(try peer.next()) }
    try change(21...40)
    lines += try peer.linesUpToNow()
    expect(lines.compactMap(\.revision), equals: lines.compactMap(\.revision).sorted())

    let gap = try require(lines.firstIndex { $0.method == "gap" })
    expect(lines[..<gap].compactMap(\.boxes), equals: (1...20).map { #"{"shared.a.x":\#($0)}"# })
    let last = try require(lines[..<gap].last?.revision)
    expect(lines[gap]["params", "from"]?.integer, equals: last + 1)
    let rest = lines[(gap + 1)...]
    expect(rest.prefix(2).compactMap(\.method), equals: ["snapshot", "synced"])
    expect(rest.first?.boxes, equals: #"{"shared.b.x":20}"#)
    expect(
      rest.dropFirst(2).compactMap(\.boxes), equals: (21...40).map { #"{"shared.b.x":\#($0)}"# })
  }

  @Test func `a subscriber that lags gets no path that it may not read on either side of the gap`()
    throws
  {
    try peer.subscribe("shared.**", #""mode":"every""#)
    // More than the kernel buffers.
    try change(1...20_000)
    try files.change(daemon, to: [Self.ada, rule("anyone", "read", "shared.b.*")])
    try change(20_001...20_010)
    let lines = try peer.linesUpToNow()
    let gap = try require(lines.firstIndex { $0.method == "gap" })
    expect(lines.count { $0.method == "gap" }, equals: 1)
    expect(!lines[..<gap].isEmpty)
    expect(!lines[..<gap].contains { $0.description.contains("shared.b") })
    expect(!lines[gap...].contains { $0.description.contains("shared.a") })
    // The snapshot is of one of these revisions, and each later one is a line.
    let shown = lines[gap...].compactMap(\.boxes)
    let all = (20_000...20_010).map { #"{"shared.b.x":\#($0)}"# }
    expect(!shown.isEmpty && shown == all.suffix(shown.count))
  }

  @Test func `removals of boxes that may no longer be read are not sent`() throws {
    for path in ["shared.a.x", "shared.b.x"] { try ada.set(path, 1) }
    try peer.subscribe("shared.**", #""mode":"every""#)
    try files.change(daemon, to: [Self.ada, rule("anyone", "read", "shared.b.*")])
    for path in ["shared.a.x", "shared.b.x"] { try ada.delete(path) }
    let lines = try peer.linesUpToNow()
    expect(lines.compactMap(\.method), equals: ["gap", "snapshot", "synced", "change"])
    expect(lines.last?.removed, equals: ["shared.b.x"])
  }
}
