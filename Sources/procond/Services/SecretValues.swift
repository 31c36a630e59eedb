internal import BoxWire
internal import Fetch
internal import OperatingSystem
internal import Synchronization

/// The contents of files with secrets, as they were when the configuration was last read.
final class SecretValues: Sendable {
  /// By path, as the configuration names it.
  private let values = Mutex<[String: String]>([:])

  func update(to new: [String: String]) {
    values.withLock { $0 = new }
  }

  /// nil for a file that the configuration does not name.
  subscript(path: String) -> String? { values.withLock { $0[path] } }

  func text(of value: HeaderValue) -> String? {
    switch value {
    case .text(let text): text
    case .file(let path): self[path]
    }
  }
}

extension SecretFileSetting {
  /// Maximum size in bytes: as long as a header usually may be.
  private static let longest = 8 << 10

  /// Reads the secret, the only line of the file. It may block.
  ///
  /// - Throws: `ConfigurationError` with the line and key of the configuration if the file cannot be
  ///   read, if others than root and the daemon's user could change it, or others than its owner
  ///   and group may read it, and if it is not one line that can be a header. It never contains the
  ///   secret.
  func read(in directory: StateDirectory) throws(ConfigurationError) -> String {
    let place = try place(in: directory)
    let bytes: [UInt8]
    do throws(ShortFileError) {
      bytes = try ShortFile.read(place, limit: Self.longest, protection: .secrecy)
    } catch {
      throw mistake(error.sentence(about: place))
    }
    let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    guard let text = String(validating: line, as: UTF8.self), HeaderText.isValue(text) else {
      throw mistake("\(place) must contain one line of visible characters")
    }
    return text
  }

  private func place(in directory: StateDirectory) throws(ConfigurationError) -> String {
    guard path.hasPrefix(ServiceSetting.credentials) else { return directory.path(of: path) }
    guard let credentials = Environment["CREDENTIALS_DIRECTORY"] else {
      throw mistake(
        "the service manager passes no credentials; see LoadCredential= in systemd.exec(5)")
    }
    return "\(credentials)/\(path.dropFirst(ServiceSetting.credentials.count))"
  }

  private func mistake(_ reason: String) -> ConfigurationError {
    ConfigurationError(line: line, message: "\(key): \(reason)")
  }
}

/// A file with a secret, as the configuration names it.
struct SecretFileSetting {
  let path: String
  /// The key that names it, with its line in the configuration.
  let key: String
  let line: Int
}

/// The names and values of headers of HTTP, as RFC 9110 describes them.
enum HeaderText {
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether a text is one line with at least one visible character and none that is not ASCII.
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.contains { $0 > 0x20 }
  }
}
