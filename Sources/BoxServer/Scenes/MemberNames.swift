/// The names of a family's members. If names have several segments, some of them are found by their
/// first one without looking at all.
struct MemberNames {
  private(set) var all: Set<String> = []
  /// Those with several segments, by the first one.
  private var byFirst: [Substring: Set<String>] = [:]

  init(_ names: some Sequence<String> = []) {
    for name in names { insert(name) }
  }

  mutating func reserve(_ count: Int) {
    all.reserveCapacity(count)
  }

  /// Returns whether the name is new.
  @discardableResult
  mutating func insert(_ name: String) -> Bool {
    guard all.insert(name).inserted else { return false }
    if let first = name.firstOfSeveral { byFirst[first, default: []].insert(name) }
    return true
  }

  mutating func remove(_ name: String) {
    all.remove(name)
    guard let first = name.firstOfSeveral else { return }
    byFirst[first]?.remove(name)
    if byFirst[first]?.isEmpty == true { byFirst[first] = nil }
  }

  func contains(_ name: String) -> Bool { all.contains(name) }

  func of(_ selection: NameSelection) -> Set<String> {
    guard case .some(let names, let partial) = selection, !partial.isEmpty,
      partial.keys.allSatisfy({ $0.first == 0 })
    else { return selection.of(all) }
    let firsts = Set(partial.values.joined().map { $0[0] })
    let near = firsts.reduce(into: all.intersection(names)) { near, first in
      near.formUnion(byFirst[first] ?? [])
    }
    return selection.of(near)
  }
}

extension String {
  /// The first segment of a name that has several; nil if it has one.
  fileprivate var firstOfSeveral: Substring? {
    firstIndex(of: ".").map { Substring(String(self[..<$0])) }
  }
}
