internal import Glibc

/// A program that a `TestUser` started: what it writes is read here, and its end is waited for. It
/// is killed, and reaped, at the latest when this is released.
package final class UserProcess {
  /// What it reads.
  package enum Input {
    case nothing
    /// What is given with `write`, until `endInput`.
    case pipe
    /// The terminal of its output.
    case terminal
  }

  /// Where its standard output goes. Errors go to a pipe, on a terminal to the same.
  package enum Output {
    case pipe
    /// A pipe that is read only when the process is waited for by `waitForEnd`, or told to.
    case unreadPipe
    case file(String)
    /// An open file that the test has open, too.
    case shared(Int32)
    case terminal(PseudoTerminal)
  }

  package let processID: Int32
  /// The terminal of its output; nil when that is none.
  package let terminal: PseudoTerminal?
  /// What it wrote to its standard output, as far as it was waited for.
  package var output: String { String(decoding: outputStream.bytes, as: UTF8.self) }
  /// Whether that ends with this text; cheaper than a look at all of it.
  package func endsOutput(with text: String) -> Bool {
    outputStream.bytes.suffix(text.utf8.count).elementsEqual(text.utf8)
  }
  /// What it wrote to its standard error, as far as it was waited for.
  package var errors: String { String(decoding: errorStream.bytes, as: UTF8.self) }
  /// How it ended; nil as long as that is not known.
  package private(set) var end: ChildProcess.End?

  private let user: TestUser
  private let processDescriptor: Int32
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
    processID = try start.begin()
    processDescriptor = try openProcess(processID)
    for end in [errorPipe.writing, outputPipe.writing, inputPipe.reading] { close(end) }
    outputStream = ReadStream(outputPipe.reading)
    errorStream = ReadStream(errorPipe.reading)
    self.input = inputPipe.writing
    if case .unreadPipe = output { outputStream.isHeld = true }
    if case .pipe = input {} else { endInput() }
  }

  deinit {
    if end == nil {
      kill(processID, SIGKILL)
      reap()
    }
    endInput()
    outputStream.close()
    errorStream.close()
    close(processDescriptor)
  }

  package func signal(_ number: Int32) {
    if end == nil { kill(processID, number) }
  }

  /// How often it has waited for something until now: an idle process does so when it is woken.
  package var wakeUps: Int {
    get throws { try status("voluntary_ctxt_switches") }
  }

  /// The most memory that it had at a time, in kilobytes.
  package var peakMemory: Int {
    get throws { try status("VmHWM") }
  }

  private func status(_ name: String) throws -> Int {
    let lines = contents(of: "/proc/\(processID)/status")?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("\(name):") }
    let number = line?.drop { !$0.isNumber }.prefix(while: \.isNumber)
    guard let number = number.flatMap({ Int($0) }) else { throw notSo("no \(name)") }
    return number
  }

  /// Writes to its standard input.
  package func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  /// - Parameter bytes: few enough for a pipe to take at once.
  package func write(_ bytes: [UInt8]) throws {
    guard let input else { return }
    try check("write", Int32(Glibc.write(input, bytes, bytes.count)))
  }

  package func endInput() {
    if let input { close(input) }
    input = nil
  }

  /// How many bytes wait in the pipe of its standard output.
  package var outputWaiting: Int { outputStream.waiting }

  /// Goes away as the reader of its standard output.
  package func closeOutput() {
    outputStream.close()
  }

  /// Reads its standard output from now on, if that was left until now.
  package func readOutput() {
    outputStream.isHeld = false
  }

  /// Waits until something is so that depends on what it wrote, or drew.
  ///
  /// - Throws: `DeadlinePassed` with all that it wrote, also when it ended before.
  package func wait(
    within time: Duration = .patience, until isSo: () throws -> Bool
  ) throws {
    let deadline = Deadline(after: time)
    // What is drawn only in part is looked at once it is complete.
    while try (end == nil && terminal?.screen.isUpdating == true) || !isSo() {
      if end != nil, try !receive(Deadline(after: .zero)) { throw notSo("it ended") }
      if end == nil, try !receive(deadline) { throw notSo("it runs on") }
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

  /// Waits for its end, and reads what it wrote until then.
  @discardableResult
  package func waitForEnd(within time: Duration = .patience) throws -> ChildProcess.End {
    readOutput()
    try wait(within: time) { end != nil }
    while try receive(Deadline(after: .zero)) {}
    guard let end else { throw notSo("it runs on") }
    return end
  }

  private func notSo(_ why: String) -> DeadlinePassed {
    let screen = terminal.map { "; screen: \($0.screen.text)" } ?? ""
    return DeadlinePassed(soFar: "\(why); output: \(output); errors: \(errors)\(screen)")
  }

  /// Reads what there is, once there is something, or notes the end.
  ///
  /// - Returns: false when nothing came before the deadline.
  private func receive(_ deadline: Deadline) throws -> Bool {
    var descriptors = [outputStream.awaited, errorStream.awaited, terminal?.descriptor ?? -1]
    descriptors.append(end == nil ? processDescriptor : -1)
    guard let ready = deadline.wait(forAnyOf: descriptors) else { return false }
    if ready[0] { outputStream.read() }
    if ready[1] { errorStream.read() }
    if ready[2] { terminal?.read() }
    if ready[3] { reap() }
    return true
  }

  private func reap() {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    end = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }
}

/// One end of a pipe, and all that came from it.
private struct ReadStream {
  private(set) var bytes: [UInt8] = []
  /// Whether it is left unread.
  var isHeld = false
  private var descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The descriptor if it is to be waited for, else -1.
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
