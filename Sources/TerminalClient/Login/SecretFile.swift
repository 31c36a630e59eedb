internal import BoxWire
internal import Glibc
package import UVLoop

/// A file with a secret on its only line.
enum SecretFile {
  /// In bytes, far more than any password or token has.
  static let longest = 4096

  /// Reads the line without its end, LF or CR LF. Blocks the thread.
  ///
  /// - Parameter path: `-` is standard input, which may be open to others.
  static func read(_ path: String) throws(SecretFileError) -> String {
    guard path != "-" else { return try secret(in: 0) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(LoopError(operation: "open", code: errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(LoopError(operation: "stat", code: errno))
    }
    // Those who can write to it could replace the secret.
    guard status.st_mode & 0o077 == 0 else { throw .open }
    return try secret(in: descriptor)
  }

  private static func secret(in descriptor: Int32) throws(SecretFileError) -> String {
    let bytes: [UInt8]?
    do throws(LoopError) {
      bytes = try readAll(from: descriptor, atMost: longest, expecting: longest)
    } catch {
      throw .unreadable(error)
    }
    guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw .notOneLine
    }
    let line = text.last?.isNewline == true ? text.dropLast() : text[...]
    guard !line.isEmpty, !line.contains(where: \.isNewline) else { throw .notOneLine }
    return String(line)
  }
}

/// Why a file's secret cannot be used.
package enum SecretFileError: Error, Equatable {
  case unreadable(LoopError)
  /// Other users can read or change it.
  case open
  /// It is empty, longer than one line, too long, or not UTF-8.
  case notOneLine
}

extension SecretFileError {
  /// What is wrong with the file, and what to do.
  func sentence(about file: String) -> String {
    let name = file == "-" ? "standard input" : file.excerpt
    switch self {
    case .unreadable(let error):
      return "\(name) cannot be read: \(error.reason); check its path and its permissions"
    case .open:
      return "other users can read or change \(name), so it is not used; make it yours alone with:"
        + " chmod 600 \(name)"
    case .notOneLine:
      return "\(name) is not a secret; it must be one line of 1 to \(SecretFile.longest) bytes in"
        + " UTF-8"
    }
  }
}
