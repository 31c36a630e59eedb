internal import BoxWire
internal import Fetch
internal import LoopHTTP
internal import NetworkPlatform

extension ServiceSetting {
  /// Reads the members of a mount with the key `http`.
  ///
  /// - Throws: `ConfigurationError`, which never shows a value that may contain a secret.
  init(_ members: [JSONSource.Member]) throws(ConfigurationError) {
    try members.checkNames([
      "http", "shape", "expires", "poll", "cache", "redirects", "shouldPrune",
      "shouldCheckReachability", "shouldWaitForSaveToPersistence", "headers",
    ])
    var url: BaseURL?
    var shape = Service.Shape.board
    var expires = Duration.seconds(300)
    var poll: Duration? = .seconds(60)
    var cache = 64 << 20
    var redirects = Redirects.same
    var (shouldPrune, shouldCheckReachability, shouldWaitForSave) = (true, true, true)
    var headers: [String: HeaderValue] = [:]
    for member in members {
      switch member.name {
      case "http": url = try member.baseURL()
      case "shape": shape = try member.choice()
      case "expires": expires = try member.refreshTime().duration
      case "poll": poll = try member.poll()
      case "cache":
        let range = 0...Self.mostCache
        cache = try member.value("a number of bytes from 0 to \(range.upperBound)") { text in
          text.integer.flatMap { range.contains($0) ? $0 : nil }
        }
      case "redirects": redirects = try member.choice()
      case "shouldPrune": shouldPrune = try member.value("true or false", \.boolean)
      case "shouldCheckReachability":
        shouldCheckReachability = try member.value("true or false", \.boolean)
      case "shouldWaitForSaveToPersistence":
        shouldWaitForSave = try member.value("true or false", \.boolean)
      default: headers = try member.headers()
      }
    }
    guard let url else { preconditionFailure("a service has the key http") }
    self.init(
      url: url, shape: shape, expires: expires, poll: poll, cache: cache, redirects: redirects,
      shouldPrune: shouldPrune, shouldCheckReachability: shouldCheckReachability,
      shouldWaitForSaveToPersistence: shouldWaitForSave, headers: headers)
  }

  /// A terabyte: more is a mistake.
  private static let mostCache = 1 << 40
}

extension JSONSource.Member {
  fileprivate func baseURL() throws(ConfigurationError) -> BaseURL {
    let allowed = "a URL such as \"https://example.org/v2/\""
    guard let text = value.text.string else { throw mustBe(allowed) }
    do throws(BaseURLError) { _ = try BaseURL(text) } catch {
      throw mustBe("\(allowed): \(error.sentence)")
    }
    guard !text.contains("?") else { throw mustBe("\(allowed): it has no query") }
    do throws(HTTPError) {
      let url = try HTTPURL(text)
      // As libcurl writes it: stored copies belong to this text.
      guard let url = try? BaseURL(url.text) else { throw .malformedURL }
      return url
    } catch {
      guard case .noLibrary = error else { throw mustBe(allowed) }
      throw ConfigurationError(line: line, message: "\(name) cannot be used: \(error)")
    }
  }

  fileprivate func choice<Choice: CaseIterable & RawRepresentable<String>>()
    throws(ConfigurationError) -> Choice
  {
    let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }
    return try value(choices.joined(separator: " or ")) { text in
      text.string.flatMap(Choice.init(rawValue:))
    }
  }

  fileprivate func refreshTime() throws(ConfigurationError) -> RefreshTime {
    try seconds()
  }

  /// nil for never.
  fileprivate func poll() throws(ConfigurationError) -> Duration? {
    let time = try refreshTime().duration
    guard time > .zero else { return nil }
    guard time >= .seconds(1) else { throw cannotBe("0 for never, or at least 1 second") }
    return time
  }

  // MARK: Headers

  fileprivate func headers() throws(ConfigurationError) -> [String: HeaderValue] {
    let allowed = "an object of headers, such as {\"Authorization\": {\"file\": a path}}"
    guard let members = value.members else { throw mustBe(allowed) }
    var headers: [String: HeaderValue] = [:]
    for member in members {
      guard HeaderText.isName(member.name) else {
        // Not the name itself: it may be a whole header, with its secret.
        throw ConfigurationError(
          line: member.line,
          message: "headers: a name must consist of letters, digits and hyphens, such as"
            + " Authorization")
      }
      let value = try member.secret()
      guard headers.updateValue(value, forKey: member.name.lowercased()) == nil else {
        throw ConfigurationError(
          line: member.line, message: "duplicate header \(member.name)")
      }
    }
    return headers
  }

  /// A text, or the file that has it.
  func secret() throws(ConfigurationError) -> HeaderValue {
    if let text = value.text.string {
      guard HeaderText.isValue(text) else { throw mustBe("one line of visible characters") }
      return .text(text)
    }
    guard let members = value.members, members.count == 1, members[0].name == "file" else {
      throw mustBe("a text, or {\"file\": the path of a file with the text}")
    }
    return .file(path: try members[0].pathOfSecrets())
  }

  /// The files with secrets that a mount names, in its headers or as its password.
  func secretFilesOfMount() -> [SecretFileSetting] {
    let members = value.members ?? []
    let headers = members.first { $0.name == "headers" }?.value.members ?? []
    let boxes = members.filter { $0.name == "boxes" }.flatMap { $0.secretFilesOfMount() }
    return boxes
      + (headers + members.filter { $0.name == "password" }).flatMap { secret in
        (secret.value.members ?? []).compactMap { member in
          member.value.text.string.map {
            SecretFileSetting(path: $0, key: secret.name, line: member.line)
          }
        }
      }
  }
}

extension BaseURLError {
  /// What is wrong with a URL.
  var sentence: String {
    switch self {
    case .scheme: "it starts with https:// or http://"
    case .host: "its host or its port is not valid"
    case .user: "a password in it would be part of logs; use a header from a file"
    case .fragment: "it has no fragment"
    case .unencodedCharacter: "it contains a character that must be percent-encoded"
    }
  }
}
