internal import Glibc

/// The contents of a file as text; nil if it cannot be read.
package func contents(of path: String) -> String? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var text: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65536)
  while case let count = read(file, &part, part.count), count > 0 { text += part[..<count] }
  return String(decoding: text, as: UTF8.self)
}

/// Creates or replaces a file.
package func write(_ text: String, to path: String) throws {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  try check("open", file)
  defer { close(file) }
  try check("write", Int32(write(file, text, text.utf8.count)))
}

/// The sorted names in a directory, without `.` and `..`; empty if it cannot be read.
package func entries(of path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}
