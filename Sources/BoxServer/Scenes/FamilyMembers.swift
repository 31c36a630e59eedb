internal import BoxWire
internal import UVLoop

/// The members of a scene family, and those of their scenes that are made.
@LoopActor
final class FamilyMembers {
  let pattern: Pattern
  /// Whether scenes are made at insertion and kept.
  let isStanding: Bool
  private(set) var names: Set<String> = []
  /// Those that are made, by name.
  private(set) var scenes: [String: MountedScene] = [:]
  private let makeScene: @LoopActor (String) -> BoundScene
  private weak var directory: SceneDirectory?
  private(set) var face = SceneFace()
  /// Where its boxes, its intents and the scenes themselves are.
  private(set) var boxPlaces: [FamilyPlace] = []
  private(set) var intentPlaces: [FamilyPlace] = []
  let scenePlace: FamilyPlace

  /// - Parameter makeScene: makes the view model of a member, and presents it.
  init(
    _ text: String, isStanding: Bool, makeScene: @escaping @LoopActor (String) -> BoundScene
  ) {
    guard let pattern = Pattern(text), pattern.segments.filter({ $0 == .any }).count == 1,
      pattern.segments[0] != .any, !pattern.segments.contains(.rest)
    else { preconditionFailure("\(text) is not a path with one * behind its first segment") }
    self.pattern = pattern
    self.isStanding = isStanding
    self.makeScene = makeScene
    scenePlace = FamilyPlace(pattern)
  }

  /// Fixes what the scenes have, when the family is added to a directory.
  func adopt(_ face: SceneFace, by directory: SceneDirectory) {
    precondition(self.directory == nil, "\(pattern) is added twice")
    self.face = face
    self.directory = directory
    boxPlaces = face.boxes.map { place($0.name) }
    intentPlaces = face.intents.map { place($0.name) }
    directory.membersCame(Array(names), to: self)
  }

  func insert(_ new: some Sequence<String>) {
    var came: [String] = []
    for name in new where names.insert(name).inserted {
      precondition(Path(name)?.segments.count == 1, "\(name) is not a segment of a path")
      came.append(name)
    }
    directory?.membersCame(came, to: self)
  }

  func remove(_ name: String) {
    names.remove(name)
    directory?.version += 1
    if let scene = scenes.removeValue(forKey: name) { directory?.withdraw(scene) }
  }

  // MARK: Scenes

  /// The member whose scene is at a path; nil when there is none.
  func name(at path: Substring) -> String? {
    guard let name = scenePlace.name(in: path).map(String.init) else { return nil }
    return names.contains(name) ? name : nil
  }

  func keep(_ scene: MountedScene, as name: String) {
    scenes[name] = scene
  }

  func release(_ name: String) {
    scenes[name] = nil
  }

  /// Lets go of the room that the dictionary had for scenes that were released.
  func forgetReleased() {
    scenes = Dictionary(uniqueKeysWithValues: scenes.map { ($0.key, $0.value) })
  }

  /// Makes the view model of a member, and presents it.
  func present(_ name: String) -> BoundScene {
    makeScene(name)
  }

  /// Whether a client subscribes to one of a member's boxes.
  func isObserved(_ name: String, _ delivery: Delivery) -> Bool {
    for place in boxPlaces where delivery.isObserved(place.path(of: name)) { return true }
    return false
  }

  // MARK: Selection

  /// Those that have a box that one of the patterns matches and that is made on demand.
  func members(matching patterns: [Pattern]) -> [String] {
    if isStanding { return [] }
    switch boxPlaces.names(in: patterns) {
    case .all: return Array(names)
    case .some(let named): return named.filter(names.contains)
    }
  }

  /// Scenes of those that are made.
  func mounted(matching patterns: [Pattern]) -> [MountedScene] {
    switch boxPlaces.names(in: patterns) {
    case .all: Array(scenes.values)
    case .some(let named): named.compactMap { scenes[$0] }
    }
  }

  private func place(_ name: String) -> FamilyPlace {
    guard let pattern = Pattern("\(pattern).\(name)") else {
      preconditionFailure("\(name) is not a segment of a path")
    }
    return FamilyPlace(pattern)
  }
}
