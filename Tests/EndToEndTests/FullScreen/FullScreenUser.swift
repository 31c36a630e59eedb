import BoxWireTestSupport
import Glibc
import SystemTestSupport

/// A user of procon-tui with a daemon.
final class FullScreenUser {
  let user = TestUser()
  let daemon: DaemonProcess

  init(store: DaemonProcess.Store = .memory) throws {
    daemon = try DaemonProcess(store: store)
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
}

extension FullScreenUser {
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
