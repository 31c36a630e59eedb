import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Mode `every`: each revision is a line, in order, without omissions.
@Suite(.blocking) struct EveryModeTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let writer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
  }

  @Test func `each of many changes in one turn is a line, in order`() throws {
    let start = try peer.subscribe("shared.**", #""mode":"every""#)
    // One line, so that all are carried out before anything is sent.
    try writer.setMany((1...100).map { ("shared.b\($0 % 3)", "\($0)") })
    for number in 1...100 {
      expect(
        try peer.next().description,
        equals: #"{"jsonrpc":"2.0","method":"change","params":{"revision":\#(start + number),"#
          + #""boxes":{"shared.b\#(number % 3)":\#(number)}}}"#)
    }
    expect(try peer.linesUpToNow().isEmpty)
  }

  @Test func `removals are lines, even of boxes that are created again at once`() throws {
    try peer.set("shared.a", 1)
    let start = try peer.subscribe("shared.*", #""mode":"every""#)
    try writer.send(
      #"[{"method":"delete","params":{"box":"shared.a"}},"#
        + #"{"method":"set","params":{"box":"shared.a","value":2}},"#
        + #"{"method":"set","params":{"box":"shared.new","value":1}},"#
        + #"{"method":"delete","params":{"box":"shared.new"}}]"#)
    expect(
      try (1...4).map { _ in try peer.next()["params"]?.description },
      equals: [
        #"{"revision":\#(start + 1),"boxes":{},"removed":["shared.a"]}"#,
        #"{"revision":\#(start + 2),"boxes":{"shared.a":2}}"#,
        #"{"revision":\#(start + 3),"boxes":{"shared.new":1}}"#,
        #"{"revision":\#(start + 4),"boxes":{},"removed":["shared.new"]}"#,
      ])
  }

  @Test func `only revisions that affect the subscriber's boxes are lines`() throws {
    try peer.subscribe("shared.a.*", #""mode":"every""#)
    try writer.setMany(
      (1...50).map { ("shared.\($0 % 5 == 0 ? "a" : "b").x", "\($0)") })
    let lines = try peer.linesUpToNow()
    expect(
      lines.map { $0["params", "boxes", "shared.a.x"]?.integer },
      equals: [
        5, 10, 15, 20, 25, 30, 35, 40, 45, 50,
      ])
  }

  @Test func `boxes that change in one revision share one line`() throws {
    try peer.subscribe("topics.ai.**", #""mode":"every""#)
    let response = try writer.call("topics.ai.pros.add", #"{"text":"Always awake"}"#)
    let revision = try require(response["result", "revision"]?.integer)
    let lines = try peer.linesUpToNow()
    let revisions = lines.compactMap(\.revision)
    expect(revisions, equals: Set(revisions).sorted())
    let line = try require(lines.first { $0["params", "boxes", "topics.ai.pros.items"] != nil })
    expect(line["params", "boxes", "topics.ai.summary"] != nil)
    expect(try require(line.revision) <= revision)
  }

  @Test func `a subscriber that lags by thousands of revisions gets each of them`() throws {
    let start = try peer.subscribe("shared.**", #""mode":"every""#)
    // More than the kernel buffers for it.
    try writer.setMany((1...10_000).map { ("shared.b\($0 % 7)", "[\($0),\(text(100))]") })
    for number in 1...10_000 {
      let line = try peer.next()
      try require(line.revision == start + number)
      try require(
        line["params", "boxes", "shared.b\(number % 7)"]?.elements?.first?.integer == number)
    }
  }

  @Test func `a subscriber that reads more slowly than others write gets each revision`() throws {
    let start = try peer.subscribe("shared.**", #""mode":"every""#)
    var read = 0
    for round in 0..<50 {
      try writer.setMany((1...40).map { ("shared.a", "[\(round * 40 + $0),\(text(500))]") })
      for _ in 0..<30 {
        read += 1
        try require(try peer.next().revision == start + read)
      }
    }
    while read < 2000 {
      read += 1
      try require(try peer.next().revision == start + read)
    }
    expect(try peer.linesUpToNow().isEmpty)
  }

  @Test func `subscribers in mode every get the same bytes`() throws {
    let others = try (0..<5).map { _ in try daemon.connect() }
    for other in others + [peer] { try other.subscribe("shared.**", #""mode":"every""#) }
    try writer.setMany((1...300).map { ("shared.a", "\($0)") })
    for _ in 1...300 {
      let line = try peer.nextLine()
      for other in others { try require(try other.nextLine() == line) }
    }
  }

  @Test func `revisions count from synced, and none is missed whenever a client subscribes`() throws
  {
    var peers: [Peer] = []
    for number in 1...400 {
      try writer.send(#"{"method":"set","params":{"box":"shared.n","value":\#(number)}}"#)
      guard number % 20 == 0 else { continue }
      let peer = try daemon.connect()
      try peer.send(
        #"{"method":"subscribe","params":{"boxes":["shared.*"],"mode":"every"}}"#)
      peers.append(peer)
    }
    for peer in peers {
      var value = 0
      var isSynced = false
      while value < 400 {
        let line = try peer.next()
        if line.method == "synced" { isSynced = true }
        guard let new = line["params", "boxes", "shared.n"]?.integer else { continue }
        try require(isSynced ? new == value + 1 : new > value)
        value = new
      }
    }
  }

  @Test func `earlier boxes keep sending each revision while others are added`() throws {
    try writer.setMany((0..<30).map { ("shared.large.b\($0)", text(60_000)) })
    let start = try peer.subscribe("shared.n", #""mode":"every""#)
    // More than the kernel buffers: the changes fall between the snapshot's lines.
    try peer.send(#"{"method":"subscribe","params":{"boxes":["shared.large.*"]}}"#)
    try writer.setMany((1...500).map { ("shared.n", "\($0)") })
    var value = 0
    var boxes = 0
    while value < 500 || boxes < 30 {
      let line = try peer.next()
      if line.method == "snapshot" { boxes += line["params", "boxes"]?.names.count ?? 0 }
      guard let new = line["params", "boxes", "shared.n"]?.integer else { continue }
      try require(new == value + 1)
      try require(line.revision == start + new)
      value = new
    }
    expect(try peer.next("synced").revision, equals: start + 500)
  }

  @Test func `a subscriber that never reads blocks nobody`() throws {
    let stalled = try daemon.connect()
    for peer in [stalled, peer] { try peer.subscribe("shared.**", #""mode":"every""#) }
    for number in 1...100 {
      try writer.set("shared.a", "[\(number),\(text(20_000))]")
      expect(
        try peer.next()["params", "boxes", "shared.a"]?.elements?.first?.integer, equals: number)
    }
    for number in 1...100 {
      expect(
        try stalled.next()["params", "boxes", "shared.a"]?.elements?.first?.integer, equals: number)
    }
  }

  @Test func `a change right before a change of patterns is still a line`() throws {
    try peer.requestSubscription("shared.a", "shared.b", members: #""mode":"every""#)
    _ = try peer.next("synced")
    // One read of the daemon.
    try peer.send(
      #"{"id":1,"method":"set","params":{"box":"shared.a","value":1}}"# + "\n"
        + #"{"id":2,"method":"unsubscribe","params":{"boxes":["shared.b"]}}"# + "\n"
        + #"{"id":3,"method":"set","params":{"box":"shared.a","value":2}}"# + "\n"
        + #"{"id":4,"method":"subscribe","params":{"boxes":["shared.c"]}}"#)
    expect(
      try peer.linesUpToNow().filter { $0.method == "change" }.map(\.boxes),
      equals: [#"{"shared.a":1}"#, #"{"shared.a":2}"#])
  }

  @Test func `ping waits until each revision is written`() throws {
    try peer.subscribe("shared.**", #""mode":"every""#)
    try writer.setMany((1...5000).map { ("shared.a", "[\($0),\(text(200))]") })
    expect(try peer.linesUpToNow().count, equals: 5000)
  }
}
