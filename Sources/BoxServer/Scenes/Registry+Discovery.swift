internal import BoxWire
internal import UVLoop

/// What `rpc.discover` answers: made of what the scenes declare and the boxes that there are.
extension Registry {
  /// - Throws: `RequestError` -32001 for a path that names nothing, -32004 when the answer would be
  ///   too large.
  func discover(_ request: Discover) throws(RequestError) -> JSONText {
    if let patterns = request.patterns { try checkPaths(in: patterns) }
    let document = OpenRPCDocument(
      server: server, methods: methods(matching: request.patterns),
      boxes: boxes(matching: request.patterns))
    let answer = document.json
    guard answer.bytes.count <= ProtocolLimits.answer else {
      throw .limit(
        "answer", "the answer would be over \(ProtocolLimits.answer) bytes: narrow it with boxes")
    }
    return answer
  }

  private func checkPaths(in patterns: [Pattern]) throws(RequestError) {
    let builtIn = MethodDescription.builtIn().map(\.name)
    for path in patterns.compactMap(\.path)
    where log.box(at: path) == nil && intent(at: path.text) == nil
      && !builtIn.contains(path.text) && !scenes.contains(where: { $0.path == path })
    {
      throw RequestError(.notFound, "there is no box, method or scene \(path)")
    }
  }

  /// The methods of the protocol, then the intents as the scenes were added.
  ///
  /// - Parameter patterns: nil for all of them.
  private func methods(matching patterns: [Pattern]?) -> [MethodDescription] {
    var methods = MethodDescription.builtIn(limits: announcedLimits)
    guard let patterns else { return methods + scenes.flatMap { $0.intents.map(\.description) } }
    methods.removeAll { !patterns.match($0.name) }
    for scene in scenes {
      let isWhole = patterns.match(scene.path.segments)
      for intent in scene.intents where isWhole || patterns.match(intent.description.name) {
        methods.append(intent.description)
      }
    }
    return methods
  }

  /// The boxes that have a value, in order of their paths.
  ///
  /// - Parameter patterns: nil for all of them.
  private func boxes(matching patterns: [Pattern]?) -> [(path: Path, schema: JSONSchema)] {
    var boxes: [(path: Path, schema: JSONSchema)] = []
    for scene in scenes {
      let isWhole = patterns?.match(scene.path.segments) ?? true
      for box in scene.boxes
      where (isWhole || patterns?.match(box.segments) == true)
        && log.box(at: box.path) != nil
      {
        boxes.append((box.path, box.schema))
      }
    }
    let schema = shared.schema
    for box in log.sharedBoxes where patterns.map(box.matches) ?? true {
      boxes.append((box.path, schema))
    }
    return boxes.sorted { $0.path.text < $1.path.text }
  }
}

extension [Pattern] {
  /// Whether the name of a method is in one of the sets.
  fileprivate func match(_ method: String) -> Bool {
    match(method.split(separator: "."))
  }
}
