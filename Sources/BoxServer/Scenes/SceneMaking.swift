internal import UVLoop

/// Creates scenes of families, in slices, so that other work gets its turn in between. It keeps
/// itself alive until it is done.
@LoopActor
final class SceneMaking {
  typealias Member = (family: FamilyMembers, name: String)

  private let members: [Member]
  private let turns: Turns
  private let make: @LoopActor (FamilyMembers, String) -> Loading?
  private let done: @LoopActor ([Loading]) -> Void
  private var made = 0
  private var loadings: [Loading] = []

  /// - Parameters:
  ///   - make: creates the scene of a member, and returns its loading.
  ///   - done: called with all of these.
  init(
    _ members: [Member], _ turns: Turns,
    make: @escaping @LoopActor (FamilyMembers, String) -> Loading?,
    done: @escaping @LoopActor ([Loading]) -> Void
  ) {
    self.members = members
    self.turns = turns
    self.make = make
    self.done = done
  }

  func run() {
    run(until: .now + turns.slice)
  }

  private func run(until end: MonotonicTime) {
    while made < members.count {
      if let loading = make(members[made].family, members[made].name) { loadings.append(loading) }
      made += 1
      guard made == members.count || .now < end else {
        return turns.wait(.daemon) { [self] in run(until: $0) }
      }
    }
    done(loadings)
  }
}
