import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport

/// What a program is shown in. A test of each kind runs in tmux too, because users run it there.
enum WindowKind: CaseIterable {
  case virtual
  case tmux

  static func tmux(if isTmux: Bool) -> WindowKind { isTmux ? .tmux : .virtual }

  func window(
    _ user: TestUser, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    _ script: String
  ) throws -> any TerminalWindow {
    switch self {
    case .virtual:
      try VirtualTerminal(
        user, columns: columns, rows: rows, environment: environment, script)
    case .tmux:
      try Tmux(user, columns: columns, rows: rows, environment: environment, script)
    }
  }
}

/// A user of procon-tui with a daemon.
final class FullScreenUser {
  let user = TestUser()
  let daemon: DaemonProcess

  init(_ daemon: DaemonProcess) {
    self.daemon = daemon
  }

  convenience init(store: DaemonProcess.Store = .memory) throws {
    self.init(try DaemonProcess(store: store))
  }

  /// Starts the program in a window, and waits for the list of topics.
  func start(
    in kind: WindowKind = .virtual, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> any TerminalWindow {
    let window = try kind.window(
      user, columns: columns, rows: rows, environment: environment,
      "procon-tui --socket \(daemon.socket); echo end $?")
    try window.wait(for: "? keys")
    return window
  }

  /// Starts, and opens the board.
  func startBoard(
    in kind: WindowKind = .virtual, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> any TerminalWindow {
    let window = try start(in: kind, columns: columns, rows: rows, environment: environment)
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    return window
  }

  /// Closes a field in which something was typed.
  func discard(in window: any TerminalWindow) throws {
    try window.press("Escape")
    try window.wait(for: "Discard what you typed? [y/N]")
    try window.press("y")
  }

  /// Writes the posts "Post 1" and so on about the first topic.
  func addPosts(_ count: Int) throws {
    let peer = try daemon.connect()
    for number in 1...count {
      try peer.call("topics.ai.posts.write", #"{"title":"Post \#(number)","content":"Text"}"#)
    }
  }

  /// Creates the topic "Many" with arguments that are named like `pro no. 1`.
  ///
  /// - Parameter count: the number of pros, and of cons.
  func addBoard(arguments count: Int) throws {
    let sides = ["pro", "con"].map { side in
      let texts = (1...count).map { #"{"text":"\#(side) no. \#($0)"}"# }
      return #""\#(side)s":[\#(texts.joined(separator: ","))]"#
    }
    try daemon.connect().call(
      "topics.import", #"{"topics":[{"title":"Many",\#(sides.joined(separator: ","))}]}"#)
  }
}

extension FullScreenUser {
  /// Opens a post of somebody else, and changes its words without saving them.
  ///
  /// - Returns: also the post's id.
  func startEditing(
    columns: Int, rows: Int, _ peer: Peer
  ) throws -> (window: any TerminalWindow, post: String) {
    let post = #"{"title":"Old","content":"Words"}"#
    let answer = try peer.call("topics.ai.posts.write", post)
    guard let id = answer["result", "id"]?.string else { throw DeadlinePassed(soFar: "\(answer)") }
    let window = try startBoard(columns: columns, rows: rows)
    try window.press("o")
    try window.wait(for: "Old")
    try window.press("Enter", "e", "c")
    try window.type(" of mine")
    try window.press("Enter")
    try window.wait { $0.contains("Words of mine") && $0.last?.hasPrefix("? keys  q quit") == true }
    return (window, id)
  }
}

extension FullScreenUser {
  /// Starts the program, and types behind the first argument, without saving it.
  func startEditing(
    typing text: String, columns: Int = 80, rows: Int = 24
  ) throws -> any TerminalWindow {
    let window = try startBoard(columns: columns, rows: rows)
    try window.press("e")
    try window.type(text)
    try window.wait(for: "+ Error reduction\(text)")
    return window
  }

  /// Types something about a topic that a new daemon does not have.
  ///
  /// - Parameter type: called with the board of the topic.
  /// - Returns: the text that is kept.
  static func loseTopic(_ type: (any TerminalWindow) throws -> Void) throws -> String? {
    let user = TestUser()
    let directory = TemporaryDirectory()
    var daemon: DaemonProcess? = try DaemonProcess(in: directory)
    guard let socket = daemon?.socket else { return nil }
    try daemon?.connect().call("topics.create", #"{"title":"Car"}"#)
    let window = try VirtualTerminal(user, "procon-tui --socket \(socket)")
    try window.wait(for: "Topics (2)")
    try window.press("G", "Enter")
    try window.wait(for: "👍 Pros (0)")
    try type(window)
    try daemon?.terminate()
    daemon = nil
    try window.wait(for: "Connection lost")
    daemon = try DaemonProcess(in: directory)
    return try withExtendedLifetime(daemon) { try window.keptText() }
  }
}

extension TerminalWindow {
  /// The text in the file that the window names, which is then removed.
  func keptText() throws -> String? {
    // The name may be on two lines.
    let path = { (lines: [String]) in
      lines.joined().firstMatch(of: #/kept in *(/tmp/procon-\w+\.md)/#).map { String($0.1) }
    }
    try wait("it names the file") { path($0) != nil }
    guard let path = path(try lines()) else { return nil }
    defer { unlink(path) }
    return contents(of: path)
  }

  /// Types a new post on the list of posts, without saving it.
  func typeDraft() throws {
    try press("n")
    try wait(for: "cannot be saved yet")
    try press("e")
    try type("Trial")
    try press("Enter", "c")
    try type("It is faster.")
    try press("Enter")
    // The line is drawn before the field is closed.
    try wait {
      $0.contains { $0.contains("s saves it") } && $0.last?.hasPrefix("? keys  q quit") == true
    }
  }
}

extension FullScreenUser {
  /// Starts the program on a terminal whose bytes are kept, and waits for the list of topics.
  func start(
    on terminal: PseudoTerminal, environment: [String: String] = [:]
  ) throws -> UserProcess {
    let client = try user.start(
      "procon-tui", ["--socket", daemon.socket], environment: environment, input: .terminal,
      output: .terminal(terminal))
    try client.wait { terminal.contains(" keys") }
    return client
  }

  /// The process ID of the program.
  func process() throws -> Int32 {
    let found = processes {
      $0.first?.hasSuffix("procon-tui") == true && $0.contains(daemon.socket)
    }
    guard let process = found.first else {
      throw DeadlinePassed(soFar: "procon-tui is not running")
    }
    return process
  }

  func signal(_ number: Int32) throws {
    kill(try process(), number)
  }
}

extension PseudoTerminal {
  /// Whether the text has been written to it, wherever it was drawn.
  func contains(_ text: String) -> Bool { String(decoding: bytes, as: UTF8.self).contains(text) }
}
