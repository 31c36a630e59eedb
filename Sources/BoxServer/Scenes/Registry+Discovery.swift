internal import BoxWire
internal import UVLoop

/// The answer to `rpc.discover`, built from what the scenes declare and the boxes that exist. No
/// scene is created for it.
extension Registry {
  /// - Parameters:
  ///   - own: scenes that only this client has.
  ///   - rights: what the client may do; anything else is left out.
  /// - Throws: `RequestError` -32001 for a path that names nothing, -32005 if that is not known
  ///   yet, -32004 if the answer would be too large.
  func discover(
    _ request: Discover, _ own: [PlacedFace], _ rights: Rights?
  ) throws(RequestError) -> JSONText {
    var listing = Listing(request.patterns, rights)
    listing.addBuiltIn(MethodDescription.builtIn(limits: announcedLimits))
    for scene in scenes.single { listing.add(scene) }
    for scene in own { listing.add(scene.face, at: scene.path.text) }
    for family in scenes.families { listing.add(family) }
    let schema = shared.schema
    for box in log.boxesOfClients() where request.patterns?.match(box.segments) ?? true {
      listing.add(box.path.text, schema)
    }
    for path in request.patterns?.compactMap(\.path) ?? [] where !listing.named.contains(path.text)
    {
      if let error = scenes.unknown(path.text) { throw error }
      throw RequestError(.notFound, "there is no box, method or scene \(path.text.excerpt)")
    }
    let answer = OpenRPCDocument(
      server: server, methods: listing.methods, boxes: listing.boxes.sorted { $0.path < $1.path },
      names: listing.names
    ).json
    guard answer.bytes.count <= ProtocolLimits.answer else {
      throw .limit(
        "answer",
        "the answer would be over \(ProtocolLimits.answer) bytes: narrow it with boxes")
    }
    return answer
  }
}

/// The part of everything that a client asked to see.
@LoopActor
private struct Listing {
  /// nil for everything.
  let patterns: [Pattern]?
  private(set) var methods: [MethodDescription] = []
  private(set) var boxes: [(path: String, schema: JSONSchema)] = []
  /// The names in place of each `*`, by the path up to it, such as `topics.*`. With an earlier `*`,
  /// there is such a path for each name in its place: `topics.ai.options.*`.
  private(set) var names: [String: Set<String>] = [:]
  /// The paths that were requested without wildcards and found.
  private(set) var named: Set<String> = []
  private let paths: Set<String>
  private let rights: Rights?

  init(_ patterns: [Pattern]?, _ rights: Rights?) {
    self.patterns = patterns
    self.rights = rights
    paths = Set(patterns?.compactMap(\.path?.text) ?? [])
  }

  mutating func addBuiltIn(_ descriptions: [MethodDescription]) {
    for description in descriptions where matches(description.name) {
      methods.append(description)
      include(description.name)
    }
  }

  mutating func add(_ scene: MountedScene) {
    add(scene.face, at: scene.path.text)
  }

  /// Adds members individually if they are few or named; otherwise all of them as one, with `*` for
  /// each segment of the name.
  mutating func add(_ family: FamilyMembers) {
    let places = [family.scenePlace] + family.boxPlaces + family.intentPlaces
    let selection = patterns.map { places.names(in: $0) } ?? .all
    // Their number must not depend on members of which the client may not know.
    let known = family.names(in: selection, for: rights)
    guard selection == .all, known.count > ServerLimits.listedMembers else {
      return addMembers(family, known)
    }
    addAsOne(family, known)
    let named = paths.compactMap { path in
      places.lazy.compactMap { $0.name(in: path[...]) }.first
    }
    addMembers(family, known.intersection(named))
  }

  private mutating func addMembers(_ family: FamilyMembers, _ names: Set<String>) {
    for name in names.sorted() {
      add(family.face, at: family.scenePlace.path(of: name).text)
    }
  }

  private mutating func addAsOne(_ family: FamilyMembers, _ known: Set<String>) {
    names.merge(family.scenePlace.texts(of: known)) { $0.union($1) }
    let isWhole = patterns.map { [family.scenePlace].names(in: $0) == .all } ?? true
    for (description, place) in zip(family.face.intents, family.intentPlaces)
    where (isWhole || matches(place)) && may(.call, place, known) {
      methods.append(description.named(place.pattern.text))
    }
    for (box, place) in zip(family.face.boxes, family.boxPlaces)
    where (isWhole || matches(place)) && may(.read, place, known) {
      boxes.append((place.pattern.text, box.schema))
    }
  }

  mutating func add(_ face: SceneFace, at path: String) {
    let isWhole = matches(path)
    let before = methods.count + boxes.count
    for intent in face.intents where isWhole || matches("\(path).\(intent.name)") {
      add(intent.named("\(path).\(intent.name)"))
    }
    for box in face.boxes where isWhole || matches("\(path).\(box.name)") {
      add("\(path).\(box.name)", box.schema)
    }
    // A scene of which the client may see nothing does not exist for it.
    if rights == nil || methods.count + boxes.count > before { include(path) }
  }

  mutating func add(_ path: String, _ schema: JSONSchema) {
    guard may(.read, path) else { return }
    boxes.append((path, schema))
    include(path)
  }

  private mutating func add(_ description: MethodDescription) {
    guard may(.call, description.name) else { return }
    methods.append(description)
    include(description.name)
  }

  private func may(_ action: Rights.Action, _ path: String) -> Bool {
    guard let rights, let path = Path(path), !path.isUnder(Session.root) else { return true }
    return rights.allow(action, at: path)
  }

  /// Whether the client may do something at a place in one of the members.
  private func may(
    _ action: Rights.Action, _ place: FamilyPlace, _ names: Set<String>
  ) -> Bool {
    guard let rights else { return true }
    return !([place].names(in: rights.patterns(for: action)).of(names).isEmpty)
  }

  private mutating func include(_ path: String) {
    if paths.contains(path) { named.insert(path) }
  }

  private func matches(_ path: String) -> Bool {
    guard let patterns else { return true }
    return patterns.match(path.split(separator: "."))
  }

  private func matches(_ place: FamilyPlace) -> Bool {
    guard let patterns else { return true }
    return [place].names(in: patterns) == .all
  }
}
