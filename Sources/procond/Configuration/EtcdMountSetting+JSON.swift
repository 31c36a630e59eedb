internal import BoxWire
internal import EtcdPlatform
internal import Fetch
internal import LoopHTTP

extension EtcdMountSetting {
  /// Reads the members of a mount with the key `etcd`.
  ///
  /// - Parameter root: that of the mount.
  /// - Throws: `ConfigurationError`, which never shows a value that may contain a secret.
  init(_ members: [JSONSource.Member], root: String) throws(ConfigurationError) {
    try members.checkNames([
      "etcd", "prefix", "ca", "certificate", "key", "user", "password",
    ])
    var urls: [HTTPURL] = []
    var prefix = "/procon/\(root)/"
    var paths: [String: String] = [:]
    var user: String?
    var password: HeaderValue?
    for member in members {
      switch member.name {
      case "etcd": urls = try member.clusterMembers()
      case "prefix": prefix = try member.prefix()
      case "user":
        user = try member.value("a name") { text in
          text.string.flatMap { $0.isEmpty ? nil : $0 }
        }
      case "password": password = try member.secret()
      default: paths[member.name] = try member.path()
      }
    }
    for (name, other) in [
      ("certificate", "key"), ("key", "certificate"), ("user", "password"), ("password", "user"),
    ] {
      guard let member = members.first(where: { $0.name == name }) else { continue }
      guard members.contains(where: { $0.name == other }) else {
        throw ConfigurationError(line: member.line, message: "\(name) needs \(other) beside it")
      }
    }
    if let member = members.first(where: { ["ca", "certificate"].contains($0.name) }),
      let plain = urls.first(where: { $0.origin.scheme == "http" })
    {
      throw ConfigurationError(
        line: member.line, message: "\(member.name) is of no use with \(plain): it needs https://")
    }
    var certificate: ClientCertificate?
    if let file = paths["certificate"], let key = paths["key"] {
      certificate = ClientCertificate(certificate: file, key: key)
    }
    self.init(
      cluster: EtcdSetting(
        members: urls, prefix: prefix, authorities: paths["ca"], certificate: certificate,
        user: user), password: password)
  }
}

extension JSONSource.Member {
  /// The URLs of the members of a cluster.
  fileprivate func clusterMembers() throws(ConfigurationError) -> [HTTPURL] {
    let allowed = "an array of URLs such as \"https://a.example.org:2379\""
    guard let elements = value.text.elements, !elements.isEmpty else { throw mustBe(allowed) }
    var urls: [HTTPURL] = []
    for element in elements {
      guard let text = element.string else { throw mustBe(allowed) }
      do throws(BaseURLError) { _ = try BaseURL(text) } catch {
        throw mustBe("\(allowed): \(error.sentence)")
      }
      do throws(HTTPError) {
        let url = try HTTPURL(text)
        guard url.path == "/", url.text == url.origin.description + "/" else {
          throw .malformedURL
        }
        guard !urls.contains(url) else { throw .malformedURL }
        urls.append(url)
      } catch {
        if case .noLibrary = error {
          throw ConfigurationError(line: line, message: "\(name) cannot be used: \(error)")
        }
        throw mustBe("\(allowed), each once, with nothing behind the port")
      }
    }
    return urls
  }

  fileprivate func prefix() throws(ConfigurationError) -> String {
    try value("the beginning of all keys, such as \"/procon/team/\", with / at its end") { text in
      text.string.flatMap { text in
        let isRight = text.hasSuffix("/") && (2...256).contains(text.utf8.count)
        return isRight && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
      }
    }
  }
}
