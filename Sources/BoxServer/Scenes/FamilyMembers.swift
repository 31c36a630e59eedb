internal import BoxWire
internal import UVLoop

/// The members of a scene family, and the scenes that have been created for them.
@LoopActor
final class FamilyMembers {
  let pattern: Pattern
  /// Whether scenes are created at insertion and kept.
  let isStanding: Bool
  private(set) var names = MemberNames()
  /// The scenes that have been created, by name.
  private(set) var scenes: [String: MountedScene] = [:]
  private let makeScene: @LoopActor (String) -> BoundScene
  private weak var directory: SceneDirectory?
  private(set) var face = SceneFace()
  /// The places of its boxes, its intents and the scenes themselves.
  private(set) var boxPlaces: [FamilyPlace] = []
  private(set) var intentPlaces: [FamilyPlace] = []
  let scenePlace: FamilyPlace

  /// - Parameter makeScene: creates the view model of a member, and presents it.
  init(
    _ text: String, isStanding: Bool, makeScene: @escaping @LoopActor (String) -> BoundScene
  ) {
    guard let pattern = Pattern(text) else { preconditionFailure("\(text) is not a pattern") }
    self.pattern = pattern
    self.isStanding = isStanding
    self.makeScene = makeScene
    scenePlace = FamilyPlace(pattern)
  }

  /// Sets the boxes and intents of the scenes, when the family is added to a directory.
  func adopt(_ face: SceneFace, by directory: SceneDirectory) {
    precondition(self.directory == nil, "\(pattern) is added twice")
    self.face = face
    self.directory = directory
    boxPlaces = face.boxes.map { place($0.name) }
    intentPlaces = face.intents.map { place($0.name) }
    directory.membersCame(Array(names.all), to: self)
  }

  func insert(_ new: some Sequence<String>) {
    var came: [String] = []
    names.reserve(names.all.count + new.underestimatedCount)
    for name in new where names.insert(name) {
      // The segments themselves are checked when there is a path. There may be many names.
      precondition(
        name.utf8.count { $0 == UInt8(ascii: ".") } == scenePlace.wildcards - 1,
        "\(name) does not fit \(pattern)")
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

  /// Returns the member whose scene is at a path; nil when there is none.
  func name(at path: Substring) -> String? {
    guard let name = scenePlace.name(in: path) else { return nil }
    return names.contains(name) ? name : nil
  }

  func insert(_ scene: MountedScene, as name: String) {
    scenes[name] = scene
  }

  func release(_ name: String) {
    scenes[name] = nil
  }

  /// Frees the dictionary's capacity for scenes that were released.
  func forgetReleased() {
    scenes = Dictionary(uniqueKeysWithValues: scenes.map { ($0.key, $0.value) })
  }

  /// Creates the view model of a member, and presents it.
  func present(_ name: String) -> BoundScene {
    makeScene(name)
  }

  /// Whether a client subscribes to one of a member's boxes.
  func isObserved(_ name: String, _ delivery: Delivery) -> Bool {
    for place in boxPlaces where delivery.groups.isObserved(place.path(of: name)) { return true }
    return false
  }

  // MARK: Selection

  /// Returns the members with boxes that are created on demand and selected.
  func members(in selection: Selection) -> [String] {
    isStanding ? [] : Array(boxPlaces.names(in: selection, of: names))
  }

  /// Returns the selected members of which a box may be read, or an intent called.
  func names(in selection: NameSelection = .all, for rights: Rights?) -> Set<String> {
    let selected = names.of(selection)
    guard let rights else { return selected }
    return boxPlaces.names(in: rights.read).union(intentPlaces.names(in: rights.call)).of(selected)
  }

  /// Returns the matching scenes that have been created.
  func mounted(matching patterns: [Pattern]) -> [MountedScene] {
    let selection = boxPlaces.names(in: patterns)
    return switch selection {
    case .all: Array(scenes.values)
    case .some(let named, let partial) where partial.isEmpty: named.compactMap { scenes[$0] }
    case .some: scenes.compactMap { selection.contains($0.key) ? $0.value : nil }
    }
  }

  private func place(_ name: String) -> FamilyPlace {
    guard let pattern = Pattern("\(pattern).\(name)") else {
      preconditionFailure("\(name) is not a segment of a path")
    }
    return FamilyPlace(pattern)
  }
}
