import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `subscribe` with `replay`.
@Suite(.blocking) struct ReplayTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  /// The lines up to `synced`.
  private func replayed(_ pattern: String, _ count: Int) throws -> [String] {
    let reader = try daemon.connect()
    let result = try reader.requestSubscription(
      pattern, members: #""mode":"every","replay":\#(count)"#)
    expect(result["resumed"]?.boolean, equals: true)
    var lines: [String] = []
    while case let line = try reader.next(), line.method != "synced" {
      expect(line.method, equals: "change")
      let boxes = line["params", "boxes"]?.description ?? ""
      lines.append(boxes + (line["params", "removed"]?.description ?? ""))
    }
    return lines
  }

  @Test func `the last revisions that changed the boxes come as change lines`() throws {
    try peer.set("shared.a", 1)
    try peer.call(
      "set", #"{"changes":[{"box":"shared.a","value":2},{"box":"shared.b","value":2}]}"#)
    for number in 1...20 { try peer.set("shared.x.y", number) }
    try peer.delete("shared.a")
    expect(try replayed("shared.*", 1), equals: [#"{}["shared.a"]"#])
    expect(
      try replayed("shared.*", 2), equals: [#"{"shared.a":2,"shared.b":2}"#, #"{}["shared.a"]"#])
    expect(try replayed("shared.*", 1000).count, equals: 3)
    expect(try replayed("shared.none", 5), equals: [])
    expect(try replayed("shared.**", 10).count, equals: 10)
  }

  @Test func `it goes back as far as the ring does`() throws {
    let small = try DaemonInProcess(limits: #""recent-changes":5"#)
    let peer = try small.connect()
    for number in 1...50 { try peer.set("shared.a", number) }
    let reader = try small.connect()
    try reader.requestSubscription("shared.a", members: #""mode":"every","replay":20"#)
    for number in 46...50 {
      expect(try reader.next()["params", "boxes", "shared.a"]?.integer, equals: number)
    }
    expect(try reader.next().method, equals: "synced")
  }

  @Test func `it needs mode every, no since and no other patterns`() throws {
    for members in [
      #""replay":5"#, #""mode":"latest","replay":5"#, #""mode":"every","replay":0"#,
      #""mode":"every","replay":1000001"#,
      #""mode":"every","replay":5,"since":{"epoch":"e","revision":1}"#,
    ] {
      let response = try peer.call("subscribe", #"{"boxes":["a"],\#(members)}"#)
      expect(response.errorCode, equals: -32602)
      expect(response.errorData, equals: #"{"member":"replay"}"#)
    }
    let reader = try daemon.connect()
    try reader.subscribe("shared.a", #""mode":"every""#)
    expect(
      try reader.call("subscribe", #"{"boxes":["a"],"mode":"every","replay":5}"#).errorData,
      equals: #"{"member":"replay"}"#)
  }
}
