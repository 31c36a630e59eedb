import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport

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
    columns: Int = 80, rows: Int = 24, name: String = "tmux", environment: [String: String] = [:]
  ) throws -> Tmux {
    let window = try Tmux(
      user, columns: columns, rows: rows, name: name, environment: environment,
      "procon-tui --socket \(daemon.socket); echo end $?")
    try window.wait(for: "? keys")
    return window
  }

  /// The same, and opens the board.
  func startBoard(
    columns: Int = 80, rows: Int = 24, name: String = "tmux"
  ) throws -> Tmux {
    let window = try start(columns: columns, rows: rows, name: name)
    try window.press("Enter")
    try window.wait(for: "Pros (4)")
    return window
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

extension Tmux {
  /// Presses and releases the first button at a position, counted from 0.
  func click(row: Int, column: Int) throws {
    for button in [0, 3] { try mouse(button, row, column) }
  }

  /// Turns the wheel by one step at a position, counted from 0.
  func turnWheel(isDown: Bool, row: Int, column: Int) throws {
    try mouse(isDown ? 65 : 64, row, column)
  }

  /// Reports the mouse like xterm: button, column from 1 and row from 1, each plus 32.
  private func mouse(_ button: Int, _ row: Int, _ column: Int) throws {
    let report = [32 + button, 33 + column, 33 + row].compactMap { Unicode.Scalar($0) }
    try type("\u{1B}[M" + String(String.UnicodeScalarView(report)))
  }

  /// The text that is drawn in reverse, without blanks at its end; nil if none is.
  func selectedText() throws -> String? {
    try styledLines().lazy.compactMap {
      $0.firstMatch(of: #/\e\[(?:[0-9;]*;)?7m(?:\e\[[0-9;]*m)*([^\e]*?) *(?:\e|$)/#)
    }
    .first.map { String($0.1) }
  }
}

extension FullScreenUser {
  /// The same, and changes the words of a post of somebody else, without saving them.
  ///
  /// - Returns: also the post's id.
  func startEditing(
    columns: Int, rows: Int, _ peer: Peer
  ) throws -> (window: Tmux, post: String) {
    let post = #"{"title":"Old","content":"Words"}"#
    let answer = try peer.call("topics.ai.posts.write", post)
    guard let id = answer["result", "id"]?.string else { throw DeadlinePassed(soFar: "\(answer)") }
    let window = try startBoard(columns: columns, rows: rows)
    try window.press("o")
    try window.wait(for: "OLD")
    try window.press("Enter", "e", "c")
    try window.type(" of mine")
    try window.press("Enter")
    try window.wait { $0.contains("Words of mine") && $0.last == "? keys  q quit" }
    return (window, id)
  }
}

extension Tmux {
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
    try wait { $0.contains { $0.contains("s saves it") } && $0.last == "? keys  q quit" }
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
    try client.wait { terminal.contains("? keys") }
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
