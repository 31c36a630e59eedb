internal import Glibc

/// A program that is installed in the same directory as this one.
package enum SiblingProgram {
  package static func path(of name: String) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return "\(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])/\(name)"
  }
}
