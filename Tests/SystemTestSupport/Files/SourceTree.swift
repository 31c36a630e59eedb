/// The files of this package.
package enum SourceTree {
  /// The package's directory.
  package static let root: String = {
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  }()

  /// The sorted names in a directory, without hidden ones.
  package static func names(in directory: String) -> [String] {
    entries(of: "\(root)/\(directory)").filter { !$0.hasPrefix(".") }
  }

  /// The paths of all files below a directory with this suffix.
  package static func files(under directory: String, ending: String) -> [String] {
    names(in: directory).flatMap { name in
      name.hasSuffix(ending)
        ? ["\(directory)/\(name)"] : files(under: "\(directory)/\(name)", ending: ending)
    }
  }

  /// The text of a file; nil if it cannot be read.
  package static func text(of file: String) -> String? {
    contents(of: "\(root)/\(file)")
  }
}
