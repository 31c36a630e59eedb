import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// `set` and `delete` of several boxes, and subscriptions that begin earlier than now.
@Suite(.blocking) struct SeveralBoxesTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  private func run(
    _ words: String..., input: String? = nil
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon, input: input)
  }

  @Test func `set sets several boxes in one revision`() throws {
    let revision = try peer.revision()
    let set = try run("set", "shared.a", "1", "shared.b", "-", input: "from a pipe\n")
    expect(set.end, equals: .exited(0))
    expect(set.output, equals: "{\"revision\":\(revision + 1)}\n")
    expect(try run("get", "shared.**").output, equals: "shared.a\t1\nshared.b\t\"from a pipe\"\n")
    let conflict = try run("set", "shared.c", "1", "shared.a", "2", "--if-revision", "0")
    expect(conflict.end, equals: .exited(5))
    expect(conflict.errors.contains("changes[1]: shared.a has changed"))
    expect(try run("get", "shared.c").end, equals: .exited(4))
  }

  @Test func `delete deletes paths and what matches patterns`() throws {
    try peer.setMany((1...1500).map { (path: "shared.many.n\($0)", value: "1") })
    for box in ["shared.a", "shared.b.x", "shared.b.y", "shared.c"] { try peer.set(box, 1) }
    let revision = try peer.revision()
    expect(
      try run("delete", "shared.a", "shared.b.*").output, equals: "{\"revision\":\(revision + 1)}\n"
    )
    expect(try run("delete", "shared.many.*").output, equals: "{\"revision\":\(revision + 3)}\n")
    expect(try run("get", "shared.**").output, equals: "shared.c\t1\n")
    let none = try run("delete", "shared.b.*")
    expect(none.end, equals: .exited(4))
    expect(none.errors.contains("there is no box under shared. that matches 'shared.b.*'"))
    expect(try run("delete", "topics.**").end, equals: .exited(4))
  }

  @Test func `each reason of a refusal has its exit code`() throws {
    try peer.set("shared.a", 1)
    expect(try run("get", "shared.none").end, equals: .exited(4))
    expect(try run("set", "shared.a", "2", "--if-revision", "0").end, equals: .exited(5))
    expect(try run("call", "daemon.changes", "boxes=[\(list(65))]").end, equals: .exited(64))
    expect(try run("call", "set", "changes=[\(changes(1001))]").end, equals: .exited(6))
    expect(try run("set", "topics.a", "1").end, equals: .exited(65))
  }

  private func list(_ count: Int) -> String {
    (1...count).map { "\"a\($0)\"" }.joined(separator: ",")
  }

  private func changes(_ count: Int) -> String {
    (1...count).map { #"{"box":"shared.n\#($0)","value":1}"# }.joined(separator: ",")
  }

  @Test func `since continues where a script left off`() throws {
    try peer.set("shared.a", 1)
    let line = try run("get", "shared.a", "--format", "{@position}").output.dropLast()
    try peer.set("shared.b", 2)
    try peer.delete("shared.a")
    let next = try user.client(
      "subscribe", "shared.**", "--since", String(line), "--socket", daemon.socket)
    expect(try next.nextLine(), equals: "shared.b\t2")
    expect(try next.nextLine(), equals: "shared.a\t")
    expect(next.errors, equals: "")
    let other = try user.client(
      "subscribe", "shared.**", "--since", "another:7", "--socket", daemon.socket)
    expect(try other.nextLine(), equals: "shared.b\t2")
    try other.wait { !other.errors.isEmpty }
    expect(
      other.errors,
      equals: """
        procon-client: the daemon restarted: changes after revision 7 may have been missed; the newest \
        values are shown

        """)
  }

  @Test func `only the last line of a revision is a position`() throws {
    let reader = try user.client(
      "subscribe", "shared.**", "--format", "{@path} {@position}", "--socket", daemon.socket)
    try waitUntil("it subscribes") { try peer.subscribers() == 1 }
    _ = try run("set", "shared.a", "1", "shared.b", "2")
    expect(try reader.nextLine(), equals: "shared.a ")
    let last = try reader.nextLine().split(separator: " ")
    expect(last[0], equals: "shared.b")
    try peer.set("shared.c", 3)
    let next = try user.client(
      "subscribe", "shared.**", "--since", String(last[1]), "--socket", daemon.socket)
    expect(try next.nextLine(), equals: "shared.c\t3")
  }

  @Test func `a position of the future is reported`() throws {
    let epoch = try require(try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "epoch"])
    let since = "\(epoch.string ?? ""):999999999"
    let reader = try user.client(
      "subscribe", "shared.**", "--since", since, "--socket", daemon.socket)
    try reader.wait { reader.errors.contains("may have been missed") }
  }

  @Test func `with every and a template each revision has its line`() throws {
    let reader = try user.client(
      "subscribe", "shared.a", "--every", "--format", "{@event}", "--socket", daemon.socket)
    try waitUntil("it subscribes") { try peer.subscribers() == 1 }
    for number in 1...3 { try peer.set("shared.a", number) }
    try peer.delete("shared.a")
    expect(
      try (1...4).map { _ in try reader.nextLine() }, equals: ["set", "set", "set", "removed"])
  }

  @Test func `a value that is too long has the exit code of a limit`() throws {
    let long = "\"" + String(repeating: "x", count: 2 << 20) + "\""
    expect(try run("set", "shared.a", "-", input: long).end, equals: .exited(6))
  }

  @Test func `replay begins with the last revisions of the boxes, removals included`() throws {
    for number in 1...5 { try peer.set("shared.a", number) }
    try peer.delete("shared.a")
    for number in 1...100 { try peer.set("other.a".replacing("other", with: "shared.x"), number) }
    let reader = try user.client(
      "subscribe", "shared.a", "--replay", "3", "--socket", daemon.socket)
    expect(try reader.nextLine(), equals: "shared.a\t4")
    expect(try reader.nextLine(), equals: "shared.a\t5")
    expect(try reader.nextLine(), equals: "shared.a\t")
    try peer.set("shared.a", 6)
    expect(try reader.nextLine(), equals: "shared.a\t6")
    expect(reader.errors, equals: "")
    // As far as there are any.
    let all = try user.client(
      "subscribe", "shared.a", "--replay", "1000", "--once", "--socket", daemon.socket)
    expect(try all.waitForEnd(), equals: .exited(0))
    expect(all.output.split(separator: "\n").count, equals: 7)
  }
}
