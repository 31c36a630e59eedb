internal import Glibc
internal import OperatingSystem
package import UVLoop

/// The user's editor, and the file with the text that is edited.
@LoopActor
package final class Editor {
  /// The file, readable by its owner only.
  package let path: String

  /// Present while the editor runs.
  private var end: EditorEnd?
  private var isHungUp = false

  /// - Parameter text: the initial text.
  package init(_ text: String) async throws(EditorError) {
    let directory = Environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let created = await BlockingWork.run { Self.create(in: directory, text) }
    switch created {
    case .success(let path): self.path = path
    case .failure(let error): throw .file(directory, error)
    }
  }

  /// Lets the user edit the text, and returns it.
  ///
  /// - Throws: `EditorError.failed` if the editor cannot be run or exits with a status other than 0;
  ///   `EditorError.tooLong` or `.notUTF8` if what it wrote cannot be used; `EditorError.ended` if a
  ///   signal is to end this program, which has ended the editor and is left to the caller.
  package func edit() async throws(EditorError) -> String {
    // Ctrl-C and Ctrl-\ are for the editor.
    let signals = [try? Signal(SIGINT) {}, try? Signal(SIGQUIT) {}]
    defer { for signal in signals { signal?.cancel() } }
    var terminal = TerminalEcho()
    terminal.remember()
    let end = EditorEnd()
    self.end = end
    let child: Subprocess
    do throws(LoopError) {
      // As in git(1), the shell splits off options that the variable may contain.
      child = try Subprocess(
        "sh", ["-c", "trap : INT QUIT; \(Self.command) \"$@\"", Self.command, path],
        environment: ChildEnvironment.variables(), descriptors: [0, 1, 2], isDetached: false)
    } catch {
      throw .failed(Self.command, error.reason)
    }
    end.child = child
    if isHungUp { end.end(by: SIGHUP) }
    let ending = await child.waitForEnd()
    await end.finish()
    self.end = nil
    if let signal = end.signal {
      // An editor that was killed has restored nothing.
      terminal.restore()
      if end.isForced { await Self.leaveScreen() }
      throw .ended(signal: signal)
    }
    switch ending {
    case .exited(status: 0): break
    case .exited(let status): throw .failed(Self.command, "it exited with status \(status)")
    case .killed(let signal): throw .failed(Self.command, "it was killed by signal \(signal)")
    }
    let text = await BlockingWork.run { [path] in
      Result { () throws(LoopError) in
        try StandardInput.readAll(from: path, atMost: Self.longestText)
      }
    }
    switch text {
    case .success(let bytes?):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
      return text
    case .success(nil): throw .tooLong(most: Self.longestText)
    case .failure(let error): throw .file(path, error)
    }
  }

  /// Ends the editor as SIGHUP does, because the terminal is gone.
  package func hangUp() {
    isHungUp = true
    end?.end(by: SIGHUP)
  }

  private static func leaveScreen() async {
    let bytes = TerminalScreen.endPasteMarks + TerminalScreen.leave
    await BlockingWork.run { _ = writeAll(bytes[...], to: 1) }
  }

  /// Whether the text in the file differs from the initial text.
  package func isChanged(from text: String) async -> Bool {
    let now = await BlockingWork.run { [path] in
      Result { () throws(LoopError) in
        try StandardInput.readAll(from: path, atMost: Self.longestText)
      }
    }
    guard case .success(let now) = now else { return false }
    return now != Array(text.utf8)
  }

  /// Removes the file.
  package func remove() async {
    await BlockingWork.run { [path] in _ = unlink(path) }
  }

  /// In bytes: far more than a post may have. The daemon checks the actual limit.
  private nonisolated static let longestText = 1 << 20

  private static var command: String {
    for name in ["VISUAL", "EDITOR"] {
      if let command = Environment[name], !command.isEmpty { return command }
    }
    return "vi"
  }

  private nonisolated static func create(
    in directory: String, _ text: String
  ) -> Result<String, LoopError> {
    // mkstemps(3) replaces the six letters before the ending.
    let (letters, ending) = (String(repeating: "X", count: 6), ".md")
    var path = Array("\(directory)/procon-\(letters)\(ending)".utf8CString)
    let descriptor = mkstemps(&path, Int32(ending.utf8.count))
    guard descriptor >= 0 else { return .failure(LoopError(operation: "open", code: errno)) }
    defer { close(descriptor) }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (_, code) = writeAll(Array(text.utf8)[...], to: descriptor)
    guard code == 0 else {
      unlink(name)
      return .failure(LoopError(operation: "write", code: code))
    }
    return .success(name)
  }
}

/// Why a text cannot be edited in the user's editor.
package enum EditorError: Error, Equatable {
  /// The editor could not be run, or failed: its command and the reason.
  case failed(String, String)
  /// A signal is to end the program.
  case ended(signal: Int32)
  /// The edited text is longer than this number of bytes.
  case tooLong(most: Int)
  /// The edited text is not UTF-8.
  case notUTF8
  /// The file of the text, or its directory, cannot be used.
  case file(String, LoopError)
}

extension EditorError {
  /// What is wrong, and what to do.
  package var sentence: String {
    switch self {
    case .failed(let command, let reason):
      "the editor '\(command.printable.truncated(to: Self.longest))' failed: \(reason); set VISUAL or EDITOR"
        + " to another one"
    case .ended: "the editor was ended"
    case .tooLong(let most): "the edited text is longer than \(most) bytes; shorten it"
    case .notUTF8: "the edited text is not UTF-8; save it in UTF-8"
    case .file(let path, let error):
      "\(path) cannot be used: \(error.reason); set TMPDIR to another directory"
    }
  }

  /// In columns.
  private static let longest = 100
}
