import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The commands for what was removed.
@Suite(.blocking) struct TrashCommandTests {
  private static let keeping: [DaemonProcess.Store] = [.sqlite, .files]

  private let user = TestUser()
  private let directory = TemporaryDirectory()

  private func daemon(_ store: DaemonProcess.Store) throws -> DaemonProcess {
    try DaemonProcess(in: directory, store: store)
  }

  private func run(
    _ words: String..., with daemon: DaemonProcess
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon)
  }

  /// The cells of the lines that `trash` prints.
  private func trash(_ daemon: DaemonProcess) throws -> [[String]] {
    let (end, output, errors) = try run("trash", with: daemon)
    expect(end, equals: .exited(0), "\(errors)")
    return output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func id(_ answer: String) throws -> String {
    try require(try JSONText(parsing: answer.utf8.prefix { $0 != 10 })["id"]?.string)
  }

  /// Creates the topic "Cats" with a pro and a post, and removes it.
  private func removeCats(_ daemon: DaemonProcess) throws {
    for words in [
      ["new", "Cats"], ["add", "pro", "Warm", "--topic", "cats"],
      ["post", "--topic", "cats", "--title", "Trial", "--content", "Text"],
      ["remove", "topic", "cats", "--yes"],
    ] {
      let (end, _, errors) = try user.run(words, with: daemon)
      expect(end, equals: .exited(0), "\(words): \(errors)")
    }
  }

  @Test(arguments: keeping)
  func `a removed topic is listed, survives a crash, and comes back with all that it had`(
    store: DaemonProcess.Store
  ) throws {
    let first = try daemon(store)
    try removeCats(first)
    first.process.signal(SIGKILL)
    expect(try first.process.waitForEnd(), equals: .killed(signal: SIGKILL))
    let second = try daemon(store)
    let lines = try trash(second)
    expect(lines.count, equals: 1)
    let name = String(cString: getpwuid(geteuid()).pointee.pw_name)
    let line = try require(lines.first)
    expect(line.dropFirst(2), equals: [name, "topic cats", "Cats"])
    expect(line[1].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    expect(try run("topics", with: second).output.hasPrefix("ai\t"))
    let restored = try run("restore", "cats", with: second)
    expect(restored.end, equals: .exited(0), "\(restored.errors)")
    expect(try id(restored.output), equals: "cats")
    let board = try run("export", "cats", "--format", "markdown", with: second).output
    expect(board.contains("Warm") && board.contains("Trial") && board.contains("Text"))
    expect(try trash(second), equals: [])
    expect(try run("restore", "cats", with: second).end, equals: .exited(4))
  }

  @Test(arguments: keeping)
  func `a topic whose id is in use comes back under another one`(
    store: DaemonProcess.Store
  ) throws {
    let daemon = try daemon(store)
    try removeCats(daemon)
    expect(try run("new", "Cats", with: daemon).end, equals: .exited(0))
    let id = try id(try run("restore", "cats", with: daemon).output)
    expect(id != "cats")
    let peer = try daemon.connect()
    expect(try peer.value("topics.\(id).summary")["pros"]?.integer, equals: 1)
    expect(try peer.value("topics.cats.summary")["pros"]?.integer, equals: 0)
    expect(try peer.value("topics.\(id).posts.items").elements?.count, equals: 1)
  }

  @Test func `purge asks, and then nothing can be restored`() throws {
    let daemon = try daemon(.sqlite)
    try removeCats(daemon)
    let unasked = try run("purge", "cats", with: daemon)
    expect(unasked.end, equals: .exited(64))
    expect(unasked.errors.contains("this needs --yes"))
    for (answer, code) in [("n", 1), ("y", 0)] {
      let terminal = try PseudoTerminal()
      let client = try user.start(
        "procon-client", ["purge", "cats", "--socket", daemon.socket], input: .terminal,
        output: .terminal(terminal))
      try client.wait { terminal.screen.contains("erase the topic \"Cats\" for good?") }
      try terminal.type("\(answer)\n")
      expect(try client.waitForEnd(), equals: .exited(Int32(code)))
      expect(try trash(daemon).count, equals: code)
    }
    expect(try run("restore", "cats", with: daemon).end, equals: .exited(4))
  }

  @Test func `on a terminal, a removal says how to restore what was removed`() throws {
    let daemon = try daemon(.sqlite)
    func answer(_ words: String...) throws -> String {
      let terminal = try PseudoTerminal(columns: 200)
      let client = try user.start(
        "procon-client", ["--socket", daemon.socket] + words, output: .terminal(terminal))
      expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
      // On a slow machine, it follows the notice that the daemon has not answered yet.
      let lines = terminal.screen.lines.filter { !$0.hasPrefix("procon-client: ") }
      return String(lines[0])
    }
    expect(try run("new", "Cats", with: daemon).end, equals: .exited(0))
    let removed = try answer("remove", "topic", "cats", "--yes")
    let id = try require(try trash(daemon).first?.first)
    expect(removed, equals: "Removed the topic \"Cats\"; 'procon restore \(id)' restores it.")
    expect(try answer("restore", id), equals: "Restored; the topic is cats.")
    expect(try run("remove", "topic", "cats", "--yes", with: daemon).end, equals: .exited(0))
    let last = try require(try trash(daemon).first?.first)
    expect(try answer("purge", last, "--yes"), equals: "Erased \(last).")
  }

  @Test(arguments: DaemonProcess.Store.allCases)
  func `the question before a removal says whether it is for good`(
    store: DaemonProcess.Store
  ) throws {
    let daemon = try daemon(store)
    let terminal = try PseudoTerminal(columns: 200)
    let client = try user.start(
      "procon-client", ["remove", "topic", "ai", "--socket", daemon.socket], input: .terminal,
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("delete the topic \"Artificial Intelligence\"") }
    try client.wait { terminal.screen.contains("(y/N)") || terminal.screen.contains("[y/N]") }
    expect(
      terminal.screen.contains("It cannot be restored: this store keeps no trash."),
      equals: (store == .memory))
    try terminal.type("n\n")
    expect(try client.waitForEnd(), equals: .exited(1))
    if store == .memory {
      let list = try run("trash", with: daemon)
      expect(list.end, equals: .exited(65), "\(list)")
      expect(list.errors.contains("keeps no trash"), "\(list.errors)")
    }
  }

  @Test(arguments: [DaemonProcess.Store.memory, .sqlite, .files])
  func `the beginning of an id is enough if nothing else has it`(store: DaemonProcess.Store) throws
  {
    let daemon = try daemon(store)
    func post(_ title: String) throws -> String {
      try id(try run("post", "--title", title, "--content", "Text", with: daemon).output)
    }
    let (first, second) = (try post("First"), try post("Second"))
    let unique = String(first.dropLast(2))
    expect(!second.hasPrefix(unique))
    let printed = try run("posts", unique, with: daemon)
    expect(printed.output.hasPrefix("First\n"), "\(printed.errors)")
    expect(
      try run("posts", "--before", String(second.dropLast()), with: daemon).output.hasPrefix(first))
    let edited = try run("post", "--edit", unique, "--title", "Third", with: daemon)
    expect(edited.end, equals: .exited(0), "\(edited.errors)")
    expect(try run("posts", first, with: daemon).output.hasPrefix("Third\n"))
    for words in [["posts", "01"], ["remove", "post", "01", "--yes"]] {
      let (end, _, errors) = try user.run(words, with: daemon)
      expect(end, equals: .exited(64))
      expect(errors.contains("several ids begin with '01', such as \(second) and \(first)"))
    }
    let none = try run("posts", "ff", with: daemon)
    expect(none.end, equals: .exited(4), "\(none.errors)")
    // A script cannot know what else will begin like this.
    let refused = try run("remove", "post", unique, "--yes", with: daemon)
    expect(refused.end, equals: .exited(64))
    expect(refused.errors.contains("is only the beginning of \(first)"), "\(refused.errors)")
    for id in [first, second] {
      expect(try run("remove", "post", id, "--yes", with: daemon).end, equals: .exited(0))
    }
    guard store != .memory else { return }
    let removed = try trash(daemon).map { $0[0] }
    expect(removed.count, equals: 2)
    let several = try run("restore", "0", with: daemon)
    expect(several.end, equals: .exited(64))
    expect(several.errors.contains("several ids begin with '0', such as "))
    expect(try run("restore", String(removed[0].dropLast()), with: daemon).end, equals: .exited(0))
    let purge = try run("purge", String(removed[1].dropLast()), "--yes", with: daemon)
    expect(purge.end, equals: .exited(64), "\(purge)")
    expect(try run("purge", removed[1], "--yes", with: daemon).end, equals: .exited(0))
    expect(try trash(daemon).isEmpty)
  }
}
