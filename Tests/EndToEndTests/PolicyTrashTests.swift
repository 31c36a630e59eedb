import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// What a policy lets users see and do in the trash.
@Suite(.blocking) struct PolicyTrashTests {
  private static let trash = "topics.remove.trash"

  private func topics(_ peer: Peer) throws -> [String]? {
    try peer.call("\(Self.trash).list")["result", "items"]?.elements?
      .compactMap { $0["topic"]?.string }
  }

  /// Creates a topic and removes it.
  ///
  /// - Returns: its id in the trash.
  private func removeTopic(_ title: String, by peer: Peer) throws -> String {
    let made = try peer.call("topics.create", #"{"title":"\#(title)"}"#)
    let id = try require(made["result", "id"]?.string, "\(made)")
    let removed = try peer.call("topics.remove", #"{"id":"\#(id)"}"#)
    return try require(removed["result", "trash"]?.string, "\(removed)")
  }

  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `what was removed keeps the rights of its path`(store: DaemonProcess.Store) throws {
    let daemon = try PolicyFiles(
      [
        rule("user:ada", "read call", "topics.**"), rule("user:bob", "read", "topics.open.**"),
        rule("user:bob", "call", "\(Self.trash).* topics.create"),
      ], store: store
    ).start()
    let (ada, bob) = (try daemon.connect(as: "ada"), try daemon.connect(as: "bob"))
    let (open, secret) = (
      try removeTopic("Open", by: ada), try removeTopic("Secret", by: ada)
    )
    expect(try topics(ada), equals: ["secret", "open"])
    expect(try topics(bob), equals: ["open"])
    for id in [secret, "secret", "none"] {
      let answer = try bob.call("\(Self.trash).restore", #"{"id":"\#(id)"}"#)
      expect(answer.errorCode, equals: -32001)
      let none = try bob.call("\(Self.trash).restore", #"{"id":"other"}"#)
      expect(
        answer["error"]?.description.replacing(id, with: ""),
        equals: none["error"]?.description.replacing("other", with: ""))
    }
    let restored = try bob.call("\(Self.trash).restore", #"{"id":"\#(open)"}"#)
    expect(restored["result", "id"]?.string, equals: "open", "\(restored)")
    expect(try topics(ada), equals: ["secret"])
  }

  @Test func `restoring a topic needs the right to create one, and a post that to write`() throws {
    let daemon = try PolicyFiles(
      [
        rule("user:ada", "read call", "topics.**"), rule("user:bob", "read", "topics.**"),
        rule("user:bob", "call", "\(Self.trash).restore topics.tea.posts.write"),
      ], store: .sqlite
    ).start()
    let (ada, bob) = (try daemon.connect(as: "ada"), try daemon.connect(as: "bob"))
    for topic in ["tea", "cats"] {
      try ada.call("topics.create", #"{"title":"\#(topic)"}"#)
      let post = #"{"title":"New","content":"Text"}"#
      let written = try ada.call("topics.\(topic).posts.write", post)
      let id = try require(written["result", "id"]?.description)
      let removed = try ada.call("topics.\(topic).posts.remove", "{\"id\":\(id)}")
      let trashed = try require(removed["result", "trash"]?.description)
      let answer = try bob.call("\(Self.trash).restore", "{\"id\":\(trashed)}")
      expect(answer.isRefusal, equals: (topic == "cats"), "\(answer)")
    }
    let id = try removeTopic("Open", by: ada)
    let refused = try bob.call("\(Self.trash).restore", #"{"id":"\#(id)"}"#)
    expect(refused.isRefusal, "\(refused)")
    expect(try topics(ada), equals: ["open", "cats"])
  }

  @Test(arguments: [
    ("topics.**", false), ("topics.*.*.*", false), ("topics.remove.trash.*", false),
    ("topics.remove.trash.**", false), ("topics.*.trash.purge", true),
    ("topics.remove.trash.purge", true),
  ])
  func `only a rule that names it allows purging`(pattern: String, isAllowed: Bool) throws {
    let daemon = try PolicyFiles(
      [
        rule("user:ada", "read call", "topics.**"), rule("user:bob", "read", "topics.**"),
        rule("user:bob", "call", pattern),
      ], store: .sqlite
    ).start()
    let (ada, bob) = (try daemon.connect(as: "ada"), try daemon.connect(as: "bob"))
    let id = try removeTopic("Open", by: ada)
    for peer in [ada, bob] {
      let answer = try peer.call("\(Self.trash).purge", #"{"id":"\#(id)"}"#)
      expect(answer.isRefusal, equals: (peer === ada || !isAllowed), "\(answer)")
    }
    expect(try topics(ada), equals: (isAllowed ? [] : ["open"]))
  }
}
