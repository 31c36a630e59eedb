/// The files of this package.
package enum SourceTree {
  /// The package's directory.
  package static let root: String = {
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  }()

  /// Names in a directory, in order; hidden ones are left out.
  package static func names(in directory: String) -> [String] {
    entries(of: "\(root)/\(directory)").filter { !$0.hasPrefix(".") }
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
    contents(of: "\(root)/\(file)")
  }
}
