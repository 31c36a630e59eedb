internal import BoxServer
internal import BoxWire

/// One rule of a policy, as it is written: each of `who` may do each of `may` at each of `at`.
struct PolicyRule {
  /// An entry of `who`, with its place in the file.
  struct Entry {
    let principal: Principal
    let source: JSONSource
  }

  /// In order, at least one, without duplicates; so are the others.
  let who: [Entry]
  let may: [Rights.Action]
  let at: [Pattern]

  private static let keys = ["who", "may", "at"]

  /// - Throws: `ConfigurationError` for an unknown, duplicate or missing key, and for a value that is
  ///   not allowed.
  init(_ source: JSONSource) throws(ConfigurationError) {
    guard let members = source.members else {
      throw ConfigurationError(
        line: source.line,
        message: "a rule cannot be \(source.text.shown): it must be an object with the keys "
          + Self.keys.joined(separator: ", "))
    }
    try members.checkNames(Self.keys)
    var lists: [JSONSource.Member] = []
    for key in Self.keys {
      guard let member = members.first(where: { $0.name == key }) else {
        throw ConfigurationError(line: source.line, message: "this rule has no key \(key)")
      }
      lists.append(member)
    }
    who = try lists[0].list(of: Principal.forms) { Principal($0) }
      .map { Entry(principal: $0, source: $1) }
    may = try lists[1].list(of: Self.actions, Rights.Action.init).map(\.value)
    at = try lists[2].list(of: "a pattern such as shared.weather.**", Pattern.init).map(\.value)
    for (pattern, place) in zip(at, lists[2].value.elements ?? [])
    where pattern.segments[0] == .name("session") {
      throw ConfigurationError(
        line: place.line, message: "at cannot contain \(pattern): session is open to everyone")
    }
  }

  /// Whether it lets somebody reload the daemon.
  var allowsReload: Bool {
    may.contains(.call) && at.match(["daemon", "reload"])
  }

  /// The actions, for an error message.
  private static let actions: String = {
    let names = Rights.Action.allCases.map(\.rawValue)
    return "\(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])"
  }()
}

extension JSONSource.Member {
  /// Reads an array of at least one string, without duplicates.
  ///
  /// - Parameters:
  ///   - allowed: what each string must be, such as "a path".
  ///   - read: returns nil for a string that is not allowed.
  fileprivate func list<Value: Hashable>(
    of allowed: String, _ read: (String) -> Value?
  ) throws(ConfigurationError) -> [(value: Value, source: JSONSource)] {
    guard let elements = value.elements, !elements.isEmpty else {
      throw cannotBe("an array of at least one string, each of them \(allowed)")
    }
    var list: [(value: Value, source: JSONSource)] = []
    var seen: [Value: JSONSource] = [:]
    for element in elements {
      guard let value = element.text.string.flatMap(read) else {
        throw ConfigurationError(
          line: element.line,
          message: "\(name) cannot contain \(element.text.shown): it must be \(allowed)")
      }
      if let first = seen.updateValue(element, forKey: value) {
        throw ConfigurationError(
          line: element.line,
          message: "duplicate \(element.text.shown) in \(name); first used on line \(first.line)")
      }
      list.append((value, element))
    }
    return list
  }
}
