internal import Glibc

/// The resident memory of this process.
enum ResidentMemory {
  /// In bytes; nil when the system does not report it.
  static var bytes: Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Seven numbers of at most 20 digits.
    var text = [UInt8](repeating: 0, count: 160)
    let count = read(file, &text, text.count)
    guard count > 0 else { return nil }
    // The second number, in pages (proc_pid_statm(5)).
    let numbers = text[..<count].split(separator: UInt8(ascii: " "))
    guard numbers.count > 1, let pages = Int(String(decoding: numbers[1], as: UTF8.self)) else {
      return nil
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
