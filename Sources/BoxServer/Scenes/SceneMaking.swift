internal import UVLoop

/// Makes scenes of families, in slices between which others get their turn. It keeps itself until
/// it is done.
@LoopActor
final class SceneMaking {
  typealias Member = (family: FamilyMembers, name: String)

  private let members: [Member]
  private let make: @LoopActor (FamilyMembers, String) -> Loading?
  private let done: @LoopActor ([Loading]) -> Void
  private var made = 0
  private var loadings: [Loading] = []
  private var nextSlice: Yield?

  /// - Parameters:
  ///   - make: makes the scene of a member, and returns how it is loaded.
  ///   - done: is given all of these.
  init(
    _ members: [Member], make: @escaping @LoopActor (FamilyMembers, String) -> Loading?,
    done: @escaping @LoopActor ([Loading]) -> Void
  ) {
    self.members = members
    self.make = make
    self.done = done
  }

  func run() {
    let end = MonotonicTime.now + ServerLimits.slice
    while made < members.count {
      if let loading = make(members[made].family, members[made].name) { loadings.append(loading) }
      made += 1
      if .now >= end { return pause() }
    }
    done(loadings)
  }

  private func pause() {
    nextSlice = Yield {
      self.nextSlice = nil
      self.run()
    }
  }
}
