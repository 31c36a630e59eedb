internal import BoxWire
internal import Glibc
internal import OperatingSystem

/// The configuration of the gateway as a service, which an administrator writes: a JSON object.
struct ServiceConfiguration {
  /// The daemon's socket; nil for the system's.
  private(set) var socket: String?
  /// Where it listens, unless the service manager passes sockets.
  private(set) var listen = "127.0.0.1:8080"
  /// The names by which people reach it, with a port if it is another one than the usual one.
  private(set) var names: [String] = []
  /// The addresses of proxies, whose word counts about those behind them.
  private(set) var proxies: Set<String> = []
  /// Whether people who have not logged in see what the gateway's user may see.
  private(set) var isAnonymous = false
  /// The paths of files in PEM, or the names of credentials.
  private(set) var certificate: String?
  private(set) var key: String?
  /// Whether it may listen without TLS where others can reach it.
  private(set) var isPlain = false

  static let keys = [
    "socket", "listen", "names", "proxies", "anonymous", "certificate", "key", "plain",
  ]

  /// Maximum size of the file in bytes.
  private static let longest = 64 << 10

  /// Reads a file.
  ///
  /// - Parameter path: after a dash, as in systemd's units, the file may be missing.
  /// - Throws: `StartFailure` with the line and key of a mistake.
  static func read(_ path: String) throws(StartFailure) -> ServiceConfiguration {
    let mayBeMissing = path.hasPrefix("-")
    let path = mayBeMissing ? String(path.dropFirst()) : path
    let text: [UInt8]
    do throws(ShortFileError) {
      text = try ShortFile.read(path, limit: longest, protection: .integrity)
    } catch {
      if mayBeMissing, error == .missing { return ServiceConfiguration() }
      throw StartFailure(sentence: error.sentence(about: path), status: EX_CONFIG)
    }
    do throws(ConfigurationError) {
      return try ServiceConfiguration(text)
    } catch {
      throw StartFailure(sentence: error.description(in: path), status: EX_CONFIG)
    }
  }

  /// The defaults.
  init() {}

  /// - Throws: `ConfigurationError` for text that is not JSON, for an unknown or duplicate key, and for a
  ///   value that is not allowed.
  init(_ text: [UInt8]) throws(ConfigurationError) {
    for member in try JSONSource.members(of: text, known: Self.keys) { try read(member) }
    guard (certificate == nil) == (key == nil) else {
      throw ConfigurationError(line: nil, message: "TLS needs both certificate and key")
    }
  }

  private mutating func read(_ member: JSONSource.Member) throws(ConfigurationError) {
    switch member.name {
    case "socket": socket = try member.path()
    case "listen": listen = try member.value("an address with a port") { $0.string }
    case "names": names = try member.names()
    case "proxies":
      let texts = try member.names()
      let addresses = texts.compactMap { NetworkAddress.normalized($0) }
      guard addresses.count == texts.count else {
        throw member.cannotBe("an array of addresses of IP")
      }
      proxies = Set(addresses)
    case "anonymous": isAnonymous = try member.value("true or false", \.boolean)
    case "certificate": certificate = try member.path()
    case "key": key = try member.path()
    default: isPlain = try member.value("true or false", \.boolean)
    }
  }

  /// Reads the certificate and its key.
  ///
  /// - Returns: nil if none is configured.
  /// - Throws: `StartFailure` if one of them cannot be read, or others could read the key.
  func readCertificate() throws(StartFailure) -> Certificate? {
    guard let certificate, let key else { return nil }
    return Certificate(
      chain: try Self.pem(certificate, .integrity), key: try Self.pem(key, .secrecy))
  }

  /// A name without a slash is that of a credential that the service manager passes.
  private static func pem(
    _ name: String, _ protection: ShortFile.Protection
  ) throws(StartFailure) -> String {
    let directory = name.contains("/") ? nil : Environment["CREDENTIALS_DIRECTORY"]
    let path = directory.map { "\($0)/\(name)" } ?? name
    do throws(ShortFileError) {
      return String(
        decoding: try ShortFile.read(path, limit: longest, protection: protection), as: UTF8.self)
    } catch {
      throw StartFailure(sentence: error.sentence(about: path), status: EX_CONFIG)
    }
  }

  /// The `Host` headers of a server at a socket.
  func hosts(at socket: ListeningSocket) -> [String] {
    names.flatMap { name in
      let hasPort = name.last != "]" && name.contains(":")
      return hasPort ? [name] : [name, "\(name):\(socket.port)"]
    } + (socket.isLoopback ? RequestGate.ownHosts(port: socket.port) : [])
  }
}
