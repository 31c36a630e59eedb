internal import BoxWire

// What is common to all files that a person writes in JSON.

extension JSONSource {
  /// Parses a text that is a JSON object.
  ///
  /// - Returns: its members, each at most once.
  /// - Throws: `ConfigurationError` for anything else, and for an unknown or duplicate key.
  static func members(
    of text: [UInt8], known names: [String]
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
    try members.checkNames(names)
    return members
  }
}

extension [JSONSource.Member] {
  /// - Throws: `ConfigurationError` for an unknown or duplicate key.
  func checkNames(_ known: [String]) throws(ConfigurationError) {
    for member in self {
      guard known.contains(member.name) else {
        throw ConfigurationError(
          line: member.line,
          message: "there is no key \(JSONText(member.name).shown); "
            + "there are \(known.joined(separator: ", "))")
      }
    }
    try checkUniqueness()
  }

  /// - Throws: `ConfigurationError` for a duplicate key.
  func checkUniqueness() throws(ConfigurationError) {
    // Their lines are counted only for an error.
    var seen: [String: JSONSource.Member] = [:]
    for member in self {
      if let first = seen.updateValue(member, forKey: member.name) {
        throw ConfigurationError(
          line: member.line,
          message: "duplicate key \(member.name); first used on line \(first.line)")
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

  /// Returns the error for a value that is not allowed. It shows the value, so the value must not be
  /// a secret.
  func cannotBe(_ allowed: String) -> ConfigurationError {
    ConfigurationError(
      line: line, message: "\(name) cannot be \(value.text.shown): it must be \(allowed)")
  }

  /// The same without the value, which may contain a secret.
  func mustBe(_ allowed: String) -> ConfigurationError {
    ConfigurationError(line: line, message: "\(JSONText(name)) must be \(allowed)")
  }
}

extension JSONText {
  /// The beginning of the text, for an error message.
  var shown: String {
    let text = description
    return text.count > 80 ? "\(text.prefix(80))…" : text
  }
}
