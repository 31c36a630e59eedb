import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Topics in files that people edit while clients watch.
@Suite(.blocking) struct FileMountTests {
  private let directory = TemporaryDirectory()
  private let daemon: DaemonProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonProcess(in: directory, store: .files)
    peer = try daemon.connect()
    // Everything is read.
    _ = try peer.call("get", #"{"boxes":["topics.ai.summary"]}"#)
  }

  private var path: String { directory.file("procon.sock.state/procon/topics") }

  private var document: String { "\(path)/ai.md" }

  private func text() throws -> String { try require(contents(of: document)) }

  /// Appends a line as a shell does.
  private func append(_ line: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_APPEND)
    expect(Glibc.write(file, line, line.utf8.count), equals: line.utf8.count)
    close(file)
  }

  private func value(_ box: String) throws -> JSONText? {
    try peer.call("get", #"{"boxes":["\#(box)"]}"#)["result", "boxes", box]
  }

  /// Waits until a box has the expected value.
  private func wait(
    _ watcher: Peer, for box: String, _ isExpected: (JSONText) -> Bool
  ) throws {
    while true {
      let line = try watcher.next()
      if let value = line["params", "boxes", box], isExpected(value) { return }
    }
  }

  private func texts(_ items: JSONText) -> [String] {
    (items.elements ?? []).compactMap { $0["text"]?.string }
  }

  @Test func `an editor's changes are on every board, however it saves`() throws {
    let watcher = try daemon.connect()
    try watcher.subscribe("topics.ai.pros.items")
    let start = try text()
    // As vim does, with a backup.
    rename(document, "\(path)/ai.md~")
    try write(start.replacing("No breaks", with: "Vim (3)"), to: document)
    try wait(watcher, for: "topics.ai.pros.items") { texts($0).last == "Vim" }
    // In place.
    try write(start.replacing("No breaks", with: "Nano"), to: document)
    try wait(watcher, for: "topics.ai.pros.items") { texts($0).last == "Nano" }
    // A temporary file in its place.
    try write(start.replacing("No breaks", with: "Code"), to: "\(path)/.tmp")
    rename("\(path)/.tmp", document)
    try wait(watcher, for: "topics.ai.pros.items") { texts($0).last == "Code" }
    try append("\n## Pros\n- Shell\n", to: document)
    try wait(watcher, for: "topics.ai.pros.items") { texts($0).last == "Shell" }
    // What the daemon writes afterwards has an identifier for it.
    let added = try peer.call("topics.ai.pros.add", #"{"text":"Client"}"#)
    expect(added["result", "id"]?.string, equals: "6")
    expect(try text().contains("- Shell <!-- 5 "))
  }

  @Test func `an edit by hand reaches 100 clients`() throws {
    let watchers = try (0..<100).map { _ in try daemon.connect() }
    for watcher in watchers { try watcher.subscribe("topics.ai.summary") }
    try append("\n## Cons\n- By hand (5)\n", to: document)
    for watcher in watchers {
      try wait(watcher, for: "topics.ai.summary") { $0["cons"]?.integer == 4 }
    }
  }

  @Test func `topics appear and disappear with their files`() throws {
    let watcher = try daemon.connect()
    try watcher.subscribe("topics.*.summary")
    try write("# Cats or dogs?\n\n## Pros\n\n- Soft\n", to: "\(path)/cats.md")
    try wait(watcher, for: "topics.cats.summary") { $0["title"]?.string == "Cats or dogs?" }
    unlink("\(path)/cats.md")
    let removed = try watcher.next()["params", "removed"]?.elements?.compactMap(\.string)
    expect(removed, equals: ["topics.cats.summary"])
    let id = try peer.call("topics.create", #"{"title":"Made"}"#)["result", "id"]?.string
    expect(id, equals: "made")
    expect(contents(of: "\(path)/made.md")?.hasPrefix("# Made <!-- "), equals: true)
  }

  @Test func `a merge conflict removes nothing and is shown until it is resolved`() throws {
    let watcher = try daemon.connect()
    try watcher.subscribe("topics.isErrorFree")
    let good = try text()
    try append("<<<<<<< HEAD\n", to: document)
    let line = good.split(separator: "\n", omittingEmptySubsequences: false).count
    let fault = "\(document), line \(line): an unresolved merge conflict"
    try wait(watcher, for: "topics.isErrorFree") { $0["message"]?.string == fault }
    expect(try value("topics.ai.pros.items")?.elements?.count, equals: 4)
    let refused = try peer.call("topics.ai.pros.add", #"{"text":"New"}"#)
    expect(refused.errorCode, equals: -32000)
    expect(refused["error", "data", "reason"]?.string, equals: "store")
    expect(try peer.call("topics.create", #"{"title":"B"}"#)["result", "id"]?.string, equals: "b")
    expect(try value("topics.isErrorFree")?["message"]?.string, equals: fault)
    try write(good, to: document)
    try wait(watcher, for: "topics.isErrorFree") { $0["status"]?.boolean == true }
    expect(try peer.call("topics.ai.pros.add", #"{"text":"New"}"#)["result", "id"] != nil)
  }

  @Test func `text that an editor writes to a replaced file is kept and reported`() throws {
    let watcher = try daemon.connect()
    try watcher.subscribe("topics.isErrorFree")
    let editor = open(document, O_WRONLY | O_APPEND)
    try peer.call("topics.ai.pros.add", #"{"text":"New"}"#)
    expect(Glibc.write(editor, "Late words\n", 11), equals: 11)
    close(editor)
    try wait(watcher, for: "topics.isErrorFree") { $0["status"]?.boolean == false }
    let name = try require(entries(of: path).first { $0.hasPrefix("ai.conflict-") })
    expect(contents(of: "\(path)/\(name)")?.hasSuffix("Late words\n"), equals: true)
    expect(try value("topics.isErrorFree")?["message"]?.string?.contains(name), equals: true)
    unlink("\(path)/\(name)")
    try wait(watcher, for: "topics.isErrorFree") { $0["status"]?.boolean == true }
    expect(texts(try require(try value("topics.ai.pros.items"))).last, equals: "New")
  }

  @Test func `people and clients who write at the same time lose nothing`() throws {
    let shell = try ChildProcess(
      "/bin/sh",
      [
        "-c", #"for i in $(seq 100); do echo "- Hand $i" >> "$1"; sleep 0.02; done"#, "sh",
        document,
      ])
    // The last section of the document gets the appended text.
    for number in 0..<50 {
      let answer = try peer.call("topics.ai.pros.add", #"{"text":"Client \#(number)"}"#)
      expect(answer["result", "id"] != nil, "\(answer)")
    }
    expect(try shell.waitForEnd(), equals: .exited(0))
    let all = entries(of: path).filter { $0.hasSuffix(".md") }
      .compactMap { contents(of: "\(path)/\($0)") }.joined()
    // A file that was displaced last may still have its hidden name.
    let hidden = entries(of: path).filter { $0.hasPrefix(".") }
      .compactMap { contents(of: "\(path)/\($0)") }.joined()
    for number in 1...100 {
      expect((all + hidden).contains("- Hand \(number)"), "Hand \(number) is lost")
    }
    for number in 0..<50 {
      expect(try text().contains("- Client \(number) <!-- "), "Client \(number) is lost")
    }
  }

  @Test func `a document that a program is still writing is shown when it is complete`() throws {
    let watcher = try daemon.connect()
    try watcher.subscribe("topics.other.summary")
    let new = Array(try text().replacing("No breaks", with: "New").utf8)
    let writer = open(document, O_WRONLY | O_TRUNC)
    expect(Glibc.write(writer, new, 60), equals: 60)
    // As after a pause.
    futimens(writer, [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)])
    // The daemon reads it no earlier than the first one.
    try write("# Other\n", to: "\(path)/other.md")
    try wait(watcher, for: "topics.other.summary") { $0["title"]?.string == "Other" }
    expect(try value("topics.ai.pros.items")?.elements?.count, equals: 4)
    try watcher.subscribe("topics.ai.pros.items")
    expect(Glibc.write(writer, Array(new[60...]), new.count - 60), equals: new.count - 60)
    close(writer)
    try wait(watcher, for: "topics.ai.pros.items") { texts($0).last == "New" }
    expect(try peer.call("topics.ai.pros.add", #"{"text":"Client"}"#)["result", "id"] != nil)
    expect(entries(of: path).filter { $0.contains("conflict") }, equals: [])
  }

  @Test func `a directory that is replaced by a link is reported and not written to`() throws {
    let watcher = try daemon.connect()
    try watcher.subscribe("topics.isErrorFree")
    let other = directory.file("other")
    mkdir(other, 0o700)
    try write(text(), to: "\(other)/ai.md")
    rename(path, "\(path).moved")
    symlink(other, path)
    try wait(watcher, for: "topics.isErrorFree") {
      $0["message"]?.string?.hasPrefix("\(path) is another directory") == true
    }
    let before = contents(of: "\(other)/ai.md")
    expect(try peer.call("topics.ai.pros.add", #"{"text":"New"}"#).errorCode, equals: -32005)
    expect(try peer.call("topics.create", #"{"title":"B"}"#).errorCode, equals: -32005)
    expect(contents(of: "\(other)/ai.md"), equals: before)
    expect(entries(of: other), equals: ["ai.md"])
    expect(daemon.process.standardError.contains("\(path) is another directory"))
    unlink(path)
    rename("\(path).moved", path)
    expect(try peer.call("topics.ai.pros.add", #"{"text":"New"}"#)["result", "id"] != nil)
  }

  @Test func `an identifier is not used again after its comment is removed and the daemon killed`()
    throws
  {
    for id in ["5", "6"] {
      let added = try peer.call("topics.ai.pros.add", #"{"text":"Number \#(id)"}"#)
      expect(added["result", "id"]?.string, equals: id)
    }
    daemon.process.signal(SIGKILL)
    try daemon.process.waitForEnd()
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { !$0.contains("Number 6") }
    try write(kept.joined(separator: "\n").replacing(#/ <!-- [^>]+ -->/#, with: ""), to: document)
    let next = try DaemonProcess(in: directory, store: .files)
    let client = try next.connect()
    for id in 1...6 {
      expect(
        try client.call("topics.ai.pros.remove", #"{"id":"\#(id)"}"#).errorCode, equals: -32001)
    }
    let items = try client.value("topics.ai.pros.items").elements
    expect(items?.compactMap { $0["id"]?.string }, equals: ["7", "8", "9", "10", "11"])
    expect(texts(try client.value("topics.ai.pros.items")).last, equals: "Number 5")
  }

  @Test func `a files mount leaves history to version control, and says so`() throws {
    for call in ["history", "undo", "redo"] {
      let answer = try peer.call("topics.\(call)", #"{"id":"ai"}"#)
      expect(answer.errorCode, equals: -32000)
      expect(answer["error", "data", "reason"]?.string, equals: "no-history")
      expect(
        answer["error", "message"]?.string,
        equals: "this store keeps no history; use the version control of its directory")
    }
  }
}
