internal import BoxWire
internal import OperatingSystem

/// A file that an administrator writes, read as a whole: the configuration, or one that it names.
struct ConfigurationFile {
  let path: String
  private let text: [UInt8]

  /// Reads a file, or the one that a symbolic link refers to.
  ///
  /// - Parameters:
  ///   - longest: maximum size in bytes.
  ///   - protection: what others may not do with it.
  /// - Throws: `StartError` if it cannot be read, or others may do that.
  init(_ path: String, longest: Int, protection: ShortFile.Protection) throws(StartError) {
    do throws(ShortFileError) {
      try self.init(reading: path, longest, protection)
    } catch {
      throw StartError(error, path)
    }
  }

  private init(
    reading path: String, _ longest: Int, _ protection: ShortFile.Protection
  ) throws(ShortFileError) {
    text = try ShortFile.read(path, limit: longest, protection: protection)
    self.path = path
  }

  /// Passes the text to `parse`.
  ///
  /// - Throws: `StartError` naming file, line and key, instead of what `parse` throws.
  func parse<Contents>(
    _ parse: ([UInt8]) throws(ConfigurationError) -> Contents
  ) throws(StartError) -> Contents {
    do throws(ConfigurationError) {
      return try parse(text)
    } catch {
      throw StartError(status: .configuration, description: error.description(in: path))
    }
  }
}

// MARK: The configuration

extension ConfigurationFile {
  /// Maximum size in bytes: a hundred times the size of a complete file.
  private static let longest = 64 << 10

  /// Finds the named file, or else the user's own; nil if there is none. Only one file is read.
  ///
  /// - Parameter named: a path. After a dash, as in systemd's units, the file may be missing.
  /// - Throws: `StartError` when it cannot be read, or the named file does not exist.
  static func find(named: String?) throws(StartError) -> ConfigurationFile? {
    if let named {
      if named.hasPrefix("-") { return try ConfigurationFile(ifExists: String(named.dropFirst())) }
      return try ConfigurationFile(named, longest: longest, protection: .none)
    }
    guard let directory = BaseDirectories().configuration else { return nil }
    return try ConfigurationFile(ifExists: "\(directory)/procon/procond.json")
  }

  /// nil when there is no such file.
  private init?(ifExists path: String) throws(StartError) {
    do throws(ShortFileError) {
      try self.init(reading: path, Self.longest, .none)
    } catch {
      if error == .missing { return nil }
      throw StartError(error, path)
    }
  }
}

extension StartError {
  /// A configuration, or another file that it names, cannot be read, or others could change it.
  init(_ error: ShortFileError, _ path: String) {
    self.init(status: error.status, description: error.sentence(about: path))
  }
}

extension ShortFileError {
  /// The exit status of a program that needs the file.
  var status: ExitStatus {
    switch self {
    case .missing, .notRegular, .tooLong, .unreadable: .configuration
    case .foreign, .writableByOthers, .readableByOthers: .notAllowed
    }
  }
}
