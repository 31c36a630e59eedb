internal import Glibc

/// The files of this package.
package enum SourceTree {
  /// The package's directory.
  package static let root: String = {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  }()

  /// Names in a directory, in order; hidden ones are left out. Empty when there is no such
  /// directory.
  package static func names(in directory: String) -> [String] {
    guard let stream = opendir("\(root)/\(directory)") else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Paths of the files under a directory, however deep, that end so.
  package static func files(under directory: String, ending: String) -> [String] {
    names(in: directory).flatMap { name in
      name.hasSuffix(ending)
        ? ["\(directory)/\(name)"] : files(under: "\(directory)/\(name)", ending: ending)
    }
  }

  /// The text of a file; nil when it cannot be read.
  package static func text(of file: String) -> String? {
    guard let stream = fopen("\(root)/\(file)", "re") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, stream), count > 0 {
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
