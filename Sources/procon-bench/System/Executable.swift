internal import Glibc

/// Where programs are.
enum Executable {
  /// This program's own file.
  static var own: String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// A program that lies beside this one.
  static func beside(_ name: String) -> String {
    let own = own
    return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/\(name)"
  }

  /// A program in a directory of `PATH`, or in those of servers; nil when it is in none.
  static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let directories: [Substring] =
      path.split(separator: ":") + ["/usr/local/sbin", "/usr/sbin"]
    return directories.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
