internal import Glibc

/// A terminal for a program under test: what the program draws appears on `screen`, and typed text
/// reaches it as from a keyboard.
package final class PseudoTerminal {
  /// The path that a program opens.
  package let path: String
  /// The user's side, which reads what programs write.
  package private(set) var descriptor: Int32
  /// The programs' side. It is kept open, so that the terminal keeps the state that a program left.
  package let programSide: Int32
  package private(set) var screen: VirtualScreen
  /// Everything that was written to it.
  package private(set) var bytes: [UInt8] = []
  /// The number of bytes that were written before the last text was typed.
  private var before = 0

  /// What was written since the last text was typed, with its echo, and without colours.
  package var reaction: String {
    String(decoding: bytes[before...], as: UTF8.self)
      .replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\r\n", with: "\n")
  }

  package init(
    columns: Int = 80, rows: Int = 24, for programs: VirtualScreen.Programs = .lines
  ) throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try check("/dev/ptmx", descriptor)
    var lock: Int32 = 0
    try check("TIOCSPTLCK", ioctl(descriptor, setLock, &lock))
    var number: UInt32 = 0
    try check("TIOCGPTN", ioctl(descriptor, getNumber, &number))
    path = "/dev/pts/\(number)"
    programSide = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try check("open \(path)", programSide)
    screen = VirtualScreen(columns: columns, rows: rows, programs: programs)
    try resize(columns: columns, rows: rows)
  }

  deinit {
    close(programSide)
    hangUp()
  }

  /// Closes the user's side, as when a window is closed. Its programs are sent SIGHUP.
  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Changes its size. The kernel sends SIGWINCH to its programs.
  package func resize(columns: Int, rows: Int) throws {
    screen.resize(columns: columns, rows: rows)
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    try check("TIOCSWINSZ", ioctl(descriptor, UInt(TIOCSWINSZ), &size))
  }

  package func type(_ text: String) throws {
    try type(Array(text.utf8))
  }

  /// Types bytes, which need not be UTF-8.
  package func type(_ bytes: [UInt8]) throws {
    before = self.bytes.count
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try check("write", Int32(count))
      rest = rest.dropFirst(count)
    }
  }

  /// Its settings, from tcgetattr(3).
  package var settings: [UInt8] {
    var settings = termios()
    tcgetattr(programSide, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }

  func read() {
    var part = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(descriptor, &part, part.count)
    guard count > 0 else { return }
    show(part[..<count])
  }

  /// Draws what was read from its descriptor.
  func show(_ part: ArraySlice<UInt8>) {
    bytes += part
    screen.show(part)
  }
}

/// TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which Swift does not import.
private let setLock: UInt = 0x4004_5431
private let getNumber: UInt = 0x8004_5430
