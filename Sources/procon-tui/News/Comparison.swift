/// Finds what others have changed: what differs from the last known state, apart from what the user
/// of this program has changed.
struct Comparison<Thing: Equatable> {
  /// What others have done.
  struct Difference: Equatable {
    /// The names of what they have added or changed, in the order of the new state.
    var changed: [String] = []
    /// The names of what they have removed, in the order of the old state.
    var removed: [String] = []
    /// Whether they have moved anything.
    var isReordered = false

    mutating func leaveOut(where isLeftOut: (String) -> Bool) {
      changed.removeAll(where: isLeftOut)
      removed.removeAll(where: isLeftOut)
    }

    var isEmpty: Bool { changed.isEmpty && removed.isEmpty && !isReordered }
  }

  typealias State = [(name: String, thing: Thing)]

  /// nil until a state is known.
  private var known: State?
  /// The names of what the user has changed since then.
  private var own: Set<String> = []
  private var isAllOwn = false
  /// Whether nothing has been fetched as a whole yet.
  private var isLoading = true

  /// Something in the last known state; nil if it was not there.
  subscript(name: String) -> Thing? { known?.first { $0.name == name }?.thing }

  /// The next state is compared with nothing.
  mutating func forget() {
    known = nil
  }

  /// Whether to take a state. What is fetched for the first time is no change by anybody, and may come
  /// in parts.
  mutating func takes(isFetching: Bool) -> Bool {
    isLoading = isLoading && isFetching
    return !isLoading
  }

  /// The next difference of something is the user's own.
  mutating func ignore(_ name: String) {
    own.insert(name)
  }

  /// The next difference is the user's own as a whole.
  mutating func ignoreAll() {
    isAllOwn = true
  }

  /// Takes a state that is the same as before.
  mutating func pass() {
    (own, isAllOwn) = ([], false)
  }

  /// Takes a new state, in which no name occurs twice.
  mutating func difference(to new: State) -> Difference {
    defer { (known, own, isAllOwn) = (new, [], false) }
    guard let known, !isAllOwn else { return Difference() }
    let others = { [own] (name: String) in !own.contains(name) }
    if known.count == new.count, zip(known, new).allSatisfy({ $0.name == $1.name }) {
      // The most frequent difference takes the least time.
      let changed = new.indices.filter { known[$0].thing != new[$0].thing }.map { new[$0].name }
      return Difference(changed: changed.filter(others))
    }
    let before = Dictionary(known) { first, _ in first }
    let after = Set(new.map(\.name))
    let stayed = known.map(\.name).filter { after.contains($0) }.filter(others)
    return Difference(
      changed: new.filter { before[$0.name] != $0.thing }.map(\.name).filter(others),
      removed: known.map(\.name).filter { !after.contains($0) }.filter(others),
      isReordered: stayed != new.map(\.name).filter { before[$0] != nil }.filter(others))
  }
}
