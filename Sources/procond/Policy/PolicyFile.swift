internal import BoxWire
internal import OperatingSystem

/// A policy file: its rules, checked, with the IDs of all names.
struct PolicyFile: Sendable {
  let path: String
  let rules: PolicyRules
  /// A sentence for each name in it that does not exist, or is also a login.
  let warnings: [String]

  /// Maximum size in bytes: a kilobyte for each of the rules.
  static let longest = 1 << 20

  /// Reads the file. It may block.
  ///
  /// - Parameters:
  ///   - sockets: the names of the inherited sockets.
  ///   - logins: the users and groups that can log in.
  /// - Throws: `StartError` when it cannot be read, others could change it, it has a mistake, or a
  ///   name cannot be looked up; with line and key.
  init(
    _ path: String, sockets: [String], logins: Set<Principal> = [],
    lookup: AccountLookup = .system
  ) throws(StartError) {
    let file = try ConfigurationFile(path, longest: Self.longest, protection: .integrity)
    let rules = try file.parse { text throws(ConfigurationError) in try PolicyText(text).rules }
    let names: PolicyNames
    do throws(ConfigurationError) {
      names = try PolicyNames(in: rules, lookup, sockets: sockets, logins: logins)
    } catch {
      // Not a mistake in the file, so that the service manager tries again.
      throw StartError(status: .system, description: error.description(in: path))
    }
    self.path = path
    self.rules = PolicyRules(rules, ids: names.ids)
    warnings =
      (names.unknown + names.ambiguous).map { $0.description(in: path) }
      + (rules.contains(where: \.allowsReload)
        ? [] : ["\(path): no rule lets anyone call daemon.reload: only SIGHUP reloads the daemon"])
  }
}

/// The rules in the text of a policy file.
struct PolicyText {
  /// In order, 0 to ``mostRules``; without any, everything is denied.
  let rules: [PolicyRule]

  /// Maximum number of rules: far more than people can keep track of.
  static let mostRules = 1000

  /// - Throws: `ConfigurationError` for text that is not JSON, and for anything in it that is not as
  ///   the manual says.
  init(_ text: [UInt8]) throws(ConfigurationError) {
    guard let member = try JSONSource.members(of: text, known: ["rules"]).first else {
      throw ConfigurationError(line: nil, message: "it has no key rules")
    }
    guard let elements = member.value.elements else { throw member.cannotBe("an array of rules") }
    if elements.count > Self.mostRules {
      throw ConfigurationError(
        line: elements[Self.mostRules].line,
        message: "there are \(elements.count) rules; the maximum is \(Self.mostRules)")
    }
    var rules: [PolicyRule] = []
    for element in elements { rules.append(try PolicyRule(element)) }
    self.rules = rules
  }
}
