internal import BoxWire
internal import Glibc
internal import OperatingSystem
package import UVLoop

/// A file, or a pipe, with a secret on its only line.
@LoopActor
enum SecretFile {
  /// In bytes, far more than any password or token has.
  nonisolated static let longest = 4096

  /// Reads the line without its end, LF or CR LF.
  ///
  /// - Parameters:
  ///   - path: `-` is standard input, which may be open to others.
  ///   - limit: the time in which a pipe must end.
  static func read(_ path: String, within limit: Duration) async throws(SecretFileError) -> String {
    let opened = await BlockingWork.run {
      Result { () throws(SecretFileError) in try OpenSecret(path) }
    }
    return try secret(in: try await contents(of: try opened.get(), within: limit))
  }

  /// Whether a path names a file that can be read again, which a pipe cannot.
  static func isRepeatable(_ path: String) async -> Bool {
    await BlockingWork.run {
      var status = stat()
      return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  private static func contents(
    of file: OpenSecret, within limit: Duration
  ) async throws(SecretFileError) -> SecretBuffer {
    let reading = SecretReading(of: file)
    do throws(LoopError) {
      // What a user types takes its time.
      try reading.start(within: isatty(file.descriptor) == 1 ? nil : limit)
    } catch {
      // It is always ready.
      guard error.code == EPERM else { throw .unreadable(error) }
      return try await BlockingWork.run {
        Result { () throws(SecretFileError) in try file.readAll() }
      }.get()
    }
    return try await withTaskCancellationHandler {
      await reading.outcome()
    } onCancel: {
      LoopActor.task { reading.end(.failure(.unreadable(.cancelled))) }
    }.get()
  }

  private static func secret(in buffer: SecretBuffer) throws(SecretFileError) -> String {
    guard buffer.bytes.count <= longest, let text = String(validating: buffer.bytes, as: UTF8.self)
    else { throw .notOneLine }
    let line = text.last?.isNewline == true ? text.dropLast() : text[...]
    guard !line.isEmpty, !line.contains(where: \.isNewline) else { throw .notOneLine }
    return String(line)
  }
}

/// A file with a secret, or standard input, open for reading. Closed at release.
private final class OpenSecret: Sendable {
  let descriptor: Int32

  /// Blocks the thread.
  init(_ path: String) throws(SecretFileError) {
    guard path != "-" else {
      descriptor = 0
      return
    }
    // Opening a pipe without a writer must not block.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(LoopError(operation: "open", code: errno)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(LoopError(operation: "stat", code: errno))
    }
    guard [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else { throw .noFile }
    // Those who can write to it could replace the secret.
    guard status.st_mode & 0o077 == 0 else { throw .open }
  }

  deinit {
    if descriptor > 0 { close(descriptor) }
  }

  /// Reads to the end, or one byte more than a secret has. Blocks the thread.
  func readAll() throws(SecretFileError) -> SecretBuffer {
    let buffer = SecretBuffer(capacity: SecretFile.longest + 1)
    do throws(SystemCallError) {
      while try buffer.read(from: descriptor) > 0 {}
    } catch {
      throw .unreadable(LoopError(error))
    }
    return buffer
  }
}

/// Reads a pipe to its end as its bytes arrive.
@LoopActor
private final class SecretReading {
  typealias Outcome = Result<SecretBuffer, SecretFileError>

  private let file: OpenSecret
  private let buffer = SecretBuffer(capacity: SecretFile.longest + 1)
  private var poll: SharedPoll?
  private var deadline: Timer?
  private var ending: Outcome?
  private var waiting: CheckedContinuation<Outcome, Never>?

  init(of file: OpenSecret) {
    self.file = file
  }

  isolated deinit {
    poll?.close()
  }

  /// - Parameter limit: nil for none.
  /// - Throws: `LoopError`, with EPERM for a file that is always ready.
  func start(within limit: Duration?) throws(LoopError) {
    poll = try SharedPoll(file.descriptor, .readable) { [weak self] _ in self?.read() }
    deadline = limit.map { limit in
      Timer(after: limit) { [weak self] in self?.end(.failure(.late(limit))) }
    }
  }

  /// Returns once it has ended.
  func outcome() async -> Outcome {
    // Checked inside: the loop may run something else before the body.
    await withCheckedContinuation { continuation in
      if let ending { continuation.resume(returning: ending) } else { waiting = continuation }
    }
  }

  /// A second call does nothing.
  func end(_ outcome: Outcome) {
    guard ending == nil else { return }
    ending = outcome
    poll?.close()
    deadline = nil
    waiting?.resume(returning: outcome)
    waiting = nil
  }

  private func read() {
    do throws(SystemCallError) {
      if try buffer.read(from: file.descriptor) == 0 || buffer.isFull { end(.success(buffer)) }
    } catch {
      // Another process may have read what was there.
      if error.code != EAGAIN { end(.failure(.unreadable(LoopError(error)))) }
    }
  }
}

/// Why a file's secret cannot be used.
package enum SecretFileError: Error, Equatable {
  case unreadable(LoopError)
  /// It is neither a file nor a pipe.
  case noFile
  /// Other users can read or change it.
  case open
  /// A pipe has not ended in this time.
  case late(Duration)
  /// It is empty, longer than one line, too long, or not UTF-8.
  case notOneLine
}

extension LoopError {
  fileprivate static var cancelled: LoopError { LoopError(operation: "read", code: ECANCELED) }
}

extension SecretFileError {
  /// What is wrong with the file, and what to do.
  func sentence(about file: String) -> String {
    let name = file == "-" ? "standard input" : file.excerpt
    switch self {
    case .unreadable(let error):
      return "\(name) cannot be read: \(error.reason); check its path and its permissions"
    case .noFile: return "\(name) is a directory or a device; name a file or a pipe"
    case .open:
      return "other users can read or change \(name), so it is not used; make it yours alone with:"
        + " chmod 600 \(name)"
    case .late(let limit):
      return
        "\(name) has not ended within \(limit.inSeconds); check the program that writes to it, or"
        + " give it more time with --timeout"
    case .notOneLine:
      return "\(name) is not a secret; it must be one line of 1 to \(SecretFile.longest) bytes in"
        + " UTF-8"
    }
  }
}
