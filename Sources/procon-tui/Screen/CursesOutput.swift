internal import CNcurses
internal import Glibc

/// A file in memory that ncurses writes to as its terminal, so that it never waits for the real one.
struct CursesOutput {
  let stream: UnsafeMutablePointer<FILE>
  private let descriptor: Int32

  /// nil if the system has no memory or descriptor for it.
  init?() {
    descriptor = memfd_create("ncurses", close_on_exec)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopen(descriptor, "w") else {
      Glibc.close(descriptor)
      return nil
    }
    self.stream = stream
  }

  /// Takes what ncurses has written so far.
  func take() -> [UInt8] {
    fflush(stream)
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(descriptor, &bytes, count, 0)
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
    return Array(bytes.prefix(max(0, read)))
  }
}

/// Base64 (RFC 4648).
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let isUsed = place <= group.count
        text.append(isUsed ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
