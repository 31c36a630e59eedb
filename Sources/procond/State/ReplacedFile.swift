internal import Glibc
internal import UVLoop

/// A file that is only replaced as a whole: after a crash it has either its old or its new
/// contents.
struct ReplacedFile: Sendable {
  let path: String

  /// The path to which the new contents are written first.
  private var draft: String { "\(path).new" }

  /// Replaces the file by what `body` writes, and returns when that is on disk. May block.
  ///
  /// - Throws: `LoopError` with the failed call. Unless the last step failed, the old file still
  ///   exists.
  func replace(
    _ body: (inout FileOutput) throws(LoopError) -> Void
  ) throws(LoopError) {
    // A leftover of a crash. A link with its name is not followed.
    removeDraft()
    do throws(LoopError) {
      try writeDraft(body)
      guard rename(draft, path) == 0 else { throw LoopError(operation: "rename", code: errno) }
    } catch {
      removeDraft()
      throw error
    }
    try synchronizeDirectory()
  }

  /// Removes what a daemon left behind that was killed while writing.
  func removeDraft() {
    unlink(draft)
  }

  private func writeDraft(
    _ body: (inout FileOutput) throws(LoopError) -> Void
  ) throws(LoopError) {
    let descriptor = open(
      draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw LoopError(operation: "open", code: errno) }
    defer { close(descriptor) }
    var output = FileOutput(descriptor)
    try body(&output)
    try output.flush()
    guard fsync(descriptor) == 0 else { throw LoopError(operation: "fsync", code: errno) }
  }

  private func synchronizeDirectory() throws(LoopError) {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(
      directory.isEmpty ? "/" : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LoopError(operation: "open", code: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw LoopError(operation: "fsync", code: errno) }
  }
}
