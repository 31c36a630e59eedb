internal import BoxServer

/// The rules of a policy with the IDs of all names, ordered for the question which of them concern a
/// caller.
struct PolicyRules: Equatable, Sendable {
  /// What each rule allows.
  private let grants: [Set<Grant>]
  /// The rules that name a principal, in ascending order.
  private let places: [Principal: [Int]]
  /// Whether a rule names a group by its ID, so that the kernel must be asked for those of a caller.
  private let namesGroups: Bool

  /// - Parameter ids: the users and groups by ID that are also meant by a user or a group by name;
  ///   none if the system does not know the name.
  init(_ rules: [PolicyRule], ids: [Principal: Principal]) {
    var places: [Principal: [Int]] = [:]
    for (index, rule) in rules.enumerated() {
      let named = rule.who.map(\.principal)
      for principal in Set(named + named.compactMap { ids[$0] }) {
        places[principal, default: []].append(index)
      }
    }
    self.places = places
    namesGroups = places.keys.contains { if case .group(.id) = $0 { true } else { false } }
    grants = rules.map { rule in
      Set(rule.at.flatMap { pattern in rule.may.map { Grant(action: $0, pattern: pattern) } })
    }
  }

  var count: Int { grants.count }

  /// A text that is the same for equal rules, also in another process.
  var fingerprint: String {
    let grants = grants.map { $0.map { "\($0.action) \($0.pattern)" }.sorted() }
    let places = places.map { "\($0.key) \($0.value)" }.sorted()
    return "\(grants) \(places)"
  }

  /// Returns the rules that concern a caller, in ascending order.
  ///
  /// - Parameter groups: asks the kernel for the IDs of the caller's groups; called only if a rule
  ///   names one.
  func matching(_ caller: Caller, groups: () -> [UInt32]) -> [Int] {
    let groups = namesGroups && caller.login == nil ? groups() : []
    let principals = Principal.all(of: caller, groups: groups)
    return Set(principals.flatMap { places[$0] ?? [] }).sorted()
  }

  /// Returns everything that these rules allow.
  func grants(of rules: [Int]) -> Set<Grant> {
    rules.reduce(into: []) { $0.formUnion(grants[$1]) }
  }
}
