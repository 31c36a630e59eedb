internal import Glibc

/// A program that a `TestUser` started, whose output is read and whose end can be awaited. It is
/// killed and reaped when this object is released, at the latest.
package final class UserProcess {
  /// What its standard input is connected to.
  package enum Input {
    case nothing
    /// Receives the text passed to `write`, until `endInput`.
    case pipe
    /// The terminal of its output.
    case terminal
  }

  /// Where its standard output goes. Errors go to a pipe, or to the same terminal.
  package enum Output {
    case pipe
    /// A pipe that is read only in `waitForEnd`, or after `readOutput`.
    case unreadPipe
    case file(String)
    /// An open file that the test has open too.
    case shared(Int32)
    case terminal(PseudoTerminal)
  }

  package var processID: Int32 { process.processID }
  /// The terminal of its output; nil if the output is not a terminal.
  package let terminal: PseudoTerminal?
  /// What it has written to its standard output, as far as the test has waited for it.
  package var output: String { String(decoding: outputStream.bytes, as: UTF8.self) }
  /// Whether the output ends with this text; faster than a look at the whole output.
  package func endsOutput(with text: String) -> Bool {
    outputStream.bytes.suffix(text.utf8.count).elementsEqual(text.utf8)
  }
  /// What it has written to its standard error, as far as the test has waited for it.
  package var errors: String { String(decoding: errorStream.bytes, as: UTF8.self) }
  /// How it ended; nil as long as that is unknown.
  package private(set) var end: ChildProcess.End?

  private let user: TestUser
  private let process: RunningProcess
  private var outputStream: ReadStream
  private var errorStream: ReadStream
  private var input: Int32?
  private var nextStart = 0

  init(
    _ program: String, _ arguments: [String], environment: [String: String], input: Input,
    output: Output, of user: TestUser
  ) throws {
    self.user = user
    var start = ProcessStart(program, arguments, environment: environment)
    let errorPipe = try Pipe()
    let outputPipe = try Pipe()
    let inputPipe = try Pipe()
    start.descriptors[STDERR_FILENO] = .open(errorPipe.writing)
    terminal = if case .terminal(let terminal) = output { terminal } else { nil }
    switch output {
    case .pipe, .unreadPipe: start.descriptors[STDOUT_FILENO] = .open(outputPipe.writing)
    case .file(let path): start.descriptors[STDOUT_FILENO] = .path(path, O_WRONLY | O_CREAT)
    case .shared(let descriptor): start.descriptors[STDOUT_FILENO] = .open(descriptor)
    case .terminal(let terminal):
      start.isSessionLeader = true
      start.descriptors[STDOUT_FILENO] = .path(terminal.path, O_RDWR)
      start.descriptors[STDERR_FILENO] = .path(terminal.path, O_RDWR)
    }
    switch input {
    case .nothing: start.descriptors[STDIN_FILENO] = .path("/dev/null", O_RDONLY)
    case .pipe: start.descriptors[STDIN_FILENO] = .open(inputPipe.reading)
    case .terminal: start.descriptors[STDIN_FILENO] = .path(terminal?.path ?? "", O_RDWR)
    }
    process = try start.begin()
    for end in [errorPipe.writing, outputPipe.writing, inputPipe.reading] { close(end) }
    outputStream = ReadStream(outputPipe.reading)
    errorStream = ReadStream(errorPipe.reading)
    self.input = inputPipe.writing
    if case .unreadPipe = output { outputStream.isHeld = true }
    if case .pipe = input {} else { endInput() }
  }

  deinit {
    process.signal(SIGKILL)
    _ = process.waitForEnd()
    endInput()
    outputStream.close()
    errorStream.close()
  }

  package func signal(_ number: Int32) {
    process.signal(number)
  }

  /// How often it has gone to sleep so far. An idle process does so each time it wakes up.
  package var wakeUps: Int {
    get throws { try status("voluntary_ctxt_switches") }
  }

  /// Its peak memory use, in kilobytes.
  package var peakMemory: Int {
    get throws { try status("VmHWM") }
  }

  private func status(_ name: String) throws -> Int {
    let lines = contents(of: "/proc/\(processID)/status")?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("\(name):") }
    let number = line?.drop { !$0.isNumber }.prefix(while: \.isNumber)
    guard let number = number.flatMap({ Int($0) }) else { throw deadlinePassed("no \(name)") }
    return number
  }

  /// Writes to its standard input.
  package func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  /// - Parameter bytes: few enough for the pipe's buffer.
  package func write(_ bytes: [UInt8]) throws {
    guard let input else { return }
    try check("write", Int32(Glibc.write(input, bytes, bytes.count)))
  }

  package func endInput() {
    if let input { close(input) }
    input = nil
  }

  /// The number of unread bytes in the pipe of its standard output.
  package var outputWaiting: Int { outputStream.waiting }

  /// Closes the reading end of its standard output.
  package func closeOutput() {
    outputStream.close()
  }

  /// Starts reading an `unreadPipe`.
  package func readOutput() {
    outputStream.isHeld = false
  }

  /// Waits for a condition that depends on what it wrote or drew.
  ///
  /// - Throws: `DeadlinePassed` with all its output, also if it ends first.
  package func wait(
    within time: Duration = .patience, until isSo: () throws -> Bool
  ) throws {
    let deadline = Deadline(after: time)
    // A partly drawn screen is checked once it is complete.
    while try (end == nil && terminal?.screen.isUpdating == true) || !isSo() {
      if end != nil, try !receive(Deadline(after: .zero)) { throw deadlinePassed("it ended") }
      if end == nil, try !receive(deadline) { throw deadlinePassed("it is still running") }
    }
  }

  /// The next line of its standard output, without its line end.
  package func nextLine(within time: Duration = .patience) throws -> String {
    try wait(within: time) { outputStream.bytes[nextStart...].contains(UInt8(ascii: "\n")) }
    let rest = outputStream.bytes[nextStart...]
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    nextStart = line.endIndex + 1
    return String(decoding: line, as: UTF8.self)
  }

  /// Waits for its end, and reads the rest of its output.
  @discardableResult
  package func waitForEnd(within time: Duration = .patience) throws -> ChildProcess.End {
    readOutput()
    try wait(within: time) { end != nil }
    while try receive(Deadline(after: .zero)) {}
    guard let end else { throw deadlinePassed("it is still running") }
    return end
  }

  private func deadlinePassed(_ why: String) -> DeadlinePassed {
    let screen = terminal.map { "; screen: \($0.screen.text)" } ?? ""
    return DeadlinePassed(soFar: "\(why); output: \(output); errors: \(errors)\(screen)")
  }

  /// Waits for output or the end of the process, and reads it.
  ///
  /// - Returns: false if nothing happened before the deadline.
  private func receive(_ deadline: Deadline) throws -> Bool {
    var descriptors = [outputStream.awaited, errorStream.awaited, terminal?.descriptor ?? -1]
    descriptors.append(end == nil ? process.ended : -1)
    guard let ready = deadline.wait(forAnyOf: descriptors) else { return false }
    if ready[0] { outputStream.read() }
    if ready[1] { errorStream.read() }
    if ready[2] { terminal?.read() }
    if ready[3] { end = process.waitForEnd() }
    return true
  }
}

/// The reading end of a pipe, and everything read from it.
private struct ReadStream {
  private(set) var bytes: [UInt8] = []
  /// Whether the pipe is left unread for now.
  var isHeld = false
  private var descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The descriptor to wait for, or -1 if the pipe is left unread.
  var awaited: Int32 { isHeld ? -1 : descriptor }

  var waiting: Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  mutating func read() {
    var part = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(descriptor, &part, part.count)
    if count > 0 { bytes += part[..<count] } else { close() }
  }

  mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
