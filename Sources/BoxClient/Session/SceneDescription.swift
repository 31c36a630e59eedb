package import BoxWire

/// What `rpc.discover` says of a scene: what can be done, and the shapes of its boxes.
package struct SceneDescription {
  /// The scene's own intents, then those of the session's navigator, in the daemon's order.
  package let intents: [SceneIntent]
  /// The schemas of boxes by path.
  private let schemas: [String: ValueSchema]

  /// - Parameters:
  ///   - document: an OpenRPC document. Malformed parts are left out, and intents of many scenes
  ///     at once, whose paths contain `*`.
  ///   - entry: the scene; nil for none.
  package init(_ document: JSONText, of entry: SessionRoute.Entry?) {
    let definitions = document["components"]?["schemas"]
    var own: [SceneIntent] = []
    var navigator: [SceneIntent] = []
    for method in document["methods"]?.elements ?? [] {
      guard let path = method["name"]?.string.flatMap({ Path($0) }) else { continue }
      if let part = entry?.part(of: path) {
        own.append(SceneIntent(path, named: path.name(in: part), method, definitions))
      } else if path.parent == Self.session {
        navigator.append(SceneIntent(path, named: path.name(in: Self.session), method, definitions))
      }
    }
    intents = (own + navigator).withUniqueNames
    let boxes = document["x-boxes"]?.members ?? []
    schemas = Dictionary(
      boxes.map { ($0.name, ValueSchema($0.value, definitions)) }
    ) { first, _ in first }
  }

  /// Patterns for a request that describes a scene, none of which is refused if it matches nothing.
  package static func patterns(of entry: SessionRoute.Entry?) -> [Pattern] {
    let boxes = (entry?.patterns ?? []).flatMap { pattern -> [Pattern?] in
      let text = pattern.text
      let scene = text.lastIndex(of: ".").map { text[..<$0] }
      // A scene is described as a whole if its path matches.
      if pattern.path != nil { return [Pattern(scene.map { "\($0).*" } ?? "\(text).**")] }
      guard pattern.segments.last != .rest, let scene else { return [pattern] }
      return [pattern, scene.contains("*") ? Pattern(String(scene)) : nil]
    }
    let place = entry?.listsPlace == true ? entry?.place.flatMap { Pattern("\($0).**") } : nil
    let all = ([Pattern("\(session).*")] + boxes + [place]).compactMap(\.self)
    return all.enumerated().filter { !all[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// The schema of a box; one that allows anything if the daemon does not describe it.
  package func schema(of box: String) -> ValueSchema {
    schemas[box] ?? ValueSchema(JSONText(members: []), nil)
  }

  /// The scene with the session's navigator.
  private static let session = "session"
}

extension SessionRoute.Entry {
  /// Whether everything under its place belongs to the scene. A scene that this client knows has only
  /// what its boxes are beside.
  package var listsPlace: Bool { KnownScene(rawValue: scene) == nil }

  /// The path of the part of the scene that a box or an intent belongs to: its place, or the scene
  /// of one of its boxes; nil if it is not in this scene.
  package func part(of path: Path) -> String? {
    guard let parent = path.parent else { return nil }
    if listsPlace, let place, "\(parent).".hasPrefix("\(place).") { return place }
    for pattern in patterns {
      guard let dot = pattern.text.lastIndex(of: ".") else { continue }
      if pattern.segments.last == .rest {
        guard pattern.matches(path) else { continue }
        return path.segments.prefix(pattern.segments.count - 1).joined(separator: ".")
      }
      let scene = Pattern(String(pattern.text[..<dot]))
      if scene?.matches(parent.split(separator: ".")) == true { return parent }
    }
    return nil
  }
}

extension Path {
  /// The path without its last segment; nil if it has only one.
  package var parent: String? {
    text.lastIndex(of: ".").map { String(text[..<$0]) }
  }

  /// What follows a path that this one begins with; for any other path, the last segment.
  package func name(in part: String) -> String {
    text.hasPrefix("\(part).")
      ? String(text.dropFirst(part.utf8.count + 1)) : String(segments.last ?? "")
  }
}

extension [SceneIntent] {
  /// The intents with their paths in place of names that occur several times.
  fileprivate var withUniqueNames: [SceneIntent] {
    let counts = reduce(into: [String: Int]()) { $0[$1.name, default: 0] += 1 }
    return map { intent in
      var intent = intent
      if counts[intent.name] ?? 0 > 1 { intent.name = intent.path.text }
      return intent
    }
  }
}
