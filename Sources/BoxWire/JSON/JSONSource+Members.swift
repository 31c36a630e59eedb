// What is common to all files that a person writes in JSON.

extension JSONSource {
  /// Parses a text that is a JSON object.
  ///
  /// - Parameters:
  ///   - names: the allowed keys.
  ///   - showsKeys: whether an error may show any key of the text, because no key can be a secret.
  /// - Returns: its members, each at most once.
  /// - Throws: `ConfigurationError` for anything else, and for an unknown or duplicate key.
  package static func members(
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
  package func checkNames(_ known: [String], showsKeys: Bool = true) throws(ConfigurationError) {
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
  package func checkUniqueness(showsKeys: Bool = true) throws(ConfigurationError) {
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
  package func value<Value>(
    _ allowed: String, _ read: (JSONText) -> Value?
  ) throws(ConfigurationError) -> Value {
    guard let value = read(value.text) else { throw cannotBe(allowed) }
    return value
  }

  /// Returns the value, which must be a path.
  package func path() throws(ConfigurationError) -> String {
    try value("a path") { text in
      text.string.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
    }
  }

  /// Returns the value, which must be an array of texts that are not empty.
  package func names() throws(ConfigurationError) -> [String] {
    try value("an array of names") { text in
      let names = text.elements?.map(\.string)
      guard let names, names.allSatisfy({ $0?.isEmpty == false }) else { return nil }
      return names.compactMap(\.self)
    }
  }

  /// Returns the value, which must be a path. The error does not show another value: it may be what
  /// should be in the file, with secrets.
  package func pathOfSecrets() throws(ConfigurationError) -> String {
    do throws(ConfigurationError) {
      return try path()
    } catch {
      throw ConfigurationError(line: error.line, message: "\(name) must be a path")
    }
  }

  /// Returns the error for a value that is not allowed. It shows the value, so the value must not be
  /// a secret.
  package func cannotBe(_ allowed: String) -> ConfigurationError {
    ConfigurationError(
      line: line, message: "\(name) cannot be \(value.text.shown): it must be \(allowed)")
  }

  /// Returns the error without the value, which may contain a secret.
  package func mustBe(_ allowed: String) -> ConfigurationError {
    ConfigurationError(line: line, message: "\(name) must be \(allowed)")
  }
}

extension JSONText {
  /// The beginning of the text, for an error message.
  package var shown: String {
    let text = description
    return text.count > 80 ? "\(text.prefix(80))…" : text
  }
}

/// A mistake in a configuration file, or in another file that it names.
package struct ConfigurationError: Error, Equatable {
  /// Counted from 1; nil when the mistake does not concern a single line.
  package let line: Int?
  /// A sentence for people.
  package let message: String

  package init(line: Int?, message: String) {
    (self.line, self.message) = (line, message)
  }

  /// Returns the sentence with its place, such as `/etc/procon/procond.json:3: …`.
  package func description(in path: String) -> String {
    "\(line.map { "\(path):\($0)" } ?? path): \(message)"
  }
}
