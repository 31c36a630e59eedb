internal import BoxWire

// What is common to all files that a person writes in JSON.

extension JSONSource {
  /// Parses a text that is a JSON object.
  ///
  /// - Parameters:
  ///   - names: the allowed keys.
  ///   - showsKeys: whether an error may show any key of the text, because no key can be a secret.
  /// - Returns: its members, each at most once.
  /// - Throws: `ConfigurationError` for anything else, and for an unknown or duplicate key.
  static func members(
    of text: [UInt8], known names: [String], showsKeys: Bool = true
  ) throws(ConfigurationError) -> [Member] {
    let source: JSONSource
    do throws(JSONError) {
      source = try JSONSource(parsing: text)
    } catch {
      let line = JSONSource.line(of: error.offset, in: text)
      throw ConfigurationError(line: line, message: "not JSON: \(error.reason.rawValue)")
    }
    guard let members = source.members else {
      throw ConfigurationError(line: nil, message: "it must be an object")
    }
    try members.checkNames(names, showsKeys: showsKeys)
    return members
  }
}

extension [JSONSource.Member] {
  /// - Parameter showsKeys: whether the error may show the key.
  /// - Throws: `ConfigurationError` for an unknown or duplicate key.
  func checkNames(_ known: [String], showsKeys: Bool = true) throws(ConfigurationError) {
    for member in self {
      guard known.contains(member.name) else {
        let key = showsKeys ? "there is no key \(JSONText(member.name).shown)" : "unknown key"
        throw ConfigurationError(
          line: member.line, message: "\(key); there are \(known.joined(separator: ", "))")
      }
    }
    try checkUniqueness(showsKeys: showsKeys)
  }

  /// - Parameter showsKeys: whether the error may show the key.
  /// - Throws: `ConfigurationError` for a duplicate key.
  func checkUniqueness(showsKeys: Bool = true) throws(ConfigurationError) {
    // Their lines are counted only for an error.
    var seen: [String: JSONSource.Member] = [:]
    for member in self {
      if let first = seen.updateValue(member, forKey: member.name) {
        let key = showsKeys ? "duplicate key \(member.name)" : "duplicate key"
        throw ConfigurationError(
          line: member.line, message: "\(key); first used on line \(first.line)")
      }
    }
  }
}

extension JSONSource.Member {
  /// Returns the value.
  ///
  /// - Parameters:
  ///   - allowed: the allowed values, such as "a path".
  ///   - read: returns nil for a value that is not allowed.
  func value<Value>(
    _ allowed: String, _ read: (JSONText) -> Value?
  ) throws(ConfigurationError) -> Value {
    guard let value = read(value.text) else { throw cannotBe(allowed) }
    return value
  }

  /// Returns the value, which must be a path.
  func path() throws(ConfigurationError) -> String {
    try value("a path") { text in
      text.string.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
    }
  }

  /// Returns the value, which must be a path. The error does not show another value: it may be what
  /// should be in the file, with secrets.
  func pathOfSecrets() throws(ConfigurationError) -> String {
    do throws(ConfigurationError) {
      return try path()
    } catch {
      throw ConfigurationError(line: error.line, message: "\(name) must be a path")
    }
  }

  /// Returns the error for a value that is not allowed. It shows the value, so the value must not be
  /// a secret.
  func cannotBe(_ allowed: String) -> ConfigurationError {
    ConfigurationError(
      line: line, message: "\(name) cannot be \(value.text.shown): it must be \(allowed)")
  }

  /// Returns the error without the value, which may contain a secret.
  func mustBe(_ allowed: String) -> ConfigurationError {
    ConfigurationError(line: line, message: "\(name) must be \(allowed)")
  }
}

extension JSONText {
  /// The beginning of the text, for an error message.
  var shown: String {
    let text = description
    return text.count > 80 ? "\(text.prefix(80))…" : text
  }
}
