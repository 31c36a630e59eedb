internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// Finds the names that a mistyped path, method or parameter may have meant, by asking the daemon.
/// When a request fails, there is no suggestion.
@LoopActor
struct Suggestions {
  let connection: Connection
  /// Time to wait for an answer, which delays the report of the refusal.
  var patience = Duration.seconds(3)

  /// A question to add to a refusal; empty when no name is similar.
  func question(
    for error: RequestError, _ method: String, _ parameters: Parameters
  ) async -> String {
    switch RequestError.Code(rawValue: error.code) {
    case .noMethod: await methods(like: method).question
    case .notFound where method == Discover.method: await described(in: parameters).question
    case .notFound: await boxes(named: parameters).question
    case .conflict where error.fact == .revision(0): await boxes(named: parameters).question
    case .notAllowed where !error.isByPolicy: sharedBox(named: parameters).question
    case .invalidParameters:
      if case .member(let name) = error.fact {
        await self.parameters(of: method, like: name).question
      } else {
        ""
      }
    default: ""
    }
  }

  /// Boxes under this path, else boxes with similar paths, else the box whose member it would be.
  func boxes(like path: Path) async -> [String] {
    let patterns = path.near + [path.children, path.neighbours].compactMap(\.self)
    guard let boxes = await names(patterns)?.boxes else { return [] }
    // A scene that matches is described with all its boxes.
    let names = boxes.inFull.filter { patterns.match($0.split(separator: ".")) }.sorted()
    guard !names.contains(path.text) else { return [] }
    let inside = names.filter { $0.hasPrefix("\(path.text).") }
    guard inside.isEmpty else { return Array(inside.prefix(3)) }
    let near = names.nearest(to: path)
    return near.isEmpty ? names.filter { path.text.hasPrefix("\($0).") } : near
  }

  private func boxes(named parameters: Parameters) async -> [String] {
    let several = parameters["boxes"]?.elements?.compactMap(\.string) ?? []
    let texts = several + [parameters["box"]?.string].compactMap(\.self)
    // A refusal names one box, so one of them is enough.
    for path in texts.prefix(Self.maximumRequests).compactMap({ Path($0) }) {
      let found = await boxes(like: path)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func sharedBox(named parameters: Parameters) -> [String] {
    guard let segments = parameters["box"]?.string.flatMap({ Path($0) })?.segments,
      segments.count > 1, ["shared"].nearest(to: String(segments[0])) == ["shared"]
    else { return [] }
    return [(["shared"] + segments.dropFirst()).joined(separator: ".")]
  }

  private func methods(like method: String) async -> [String] {
    guard let path = Path(method) else { return [] }
    guard let names = await names(path.near) else { return Self.builtIn.nearest(to: method) }
    return names.methods.inFull.nearest(to: path)
  }

  private func parameters(of method: String, like name: String) async -> [String] {
    guard let path = Path(method), let pattern = Pattern(method) else { return [] }
    let parameters = await names([pattern])?.parameters(of: path) ?? []
    let names = parameters.compactMap { $0["name"]?.string }
    // A known name means that its value is wrong.
    return names.contains(name) ? [] : names.nearest(to: name)
  }

  /// Boxes, intents and scenes similar to the paths in a request for a description.
  private func described(in parameters: Parameters) async -> [String] {
    let texts = parameters["boxes"]?.elements?.compactMap(\.string) ?? []
    for path in texts.prefix(Self.maximumRequests).compactMap({ Path($0) }) {
      guard let names = await names(path.near)?.all.inFull else { return [] }
      guard !names.contains(path.text) else { continue }
      let scenes = Set(
        names.compactMap { name in name.lastIndex(of: ".").map { String(name[..<$0]) } })
      let near = (names + scenes.subtracting(names).sorted()).nearest(to: path)
      if !scenes.contains(path.text), !near.isEmpty { return near }
    }
    return []
  }

  /// The names that match, from the daemon's description of itself, because reading boxes would
  /// load their scenes.
  ///
  /// - Returns: nil when there is no description.
  private func names(_ patterns: [Pattern]) async -> LiveNames? {
    await connection.optionalResult(
      of: Discover.method, Discover(patterns: patterns).parameters, within: patience
    ).map { LiveNames($0) }
  }

  private static let builtIn = [
    Get.method, SetBox.method, DeleteBox.method, Subscribe.method, Unsubscribe.method, Ping.method,
    Discover.method,
  ]

  /// The maximum number of requests for one refusal, since each takes time.
  private static let maximumRequests = 4
}

extension Sequence<String> {
  /// The names most similar to a path. Each segment must be similar to its counterpart, because long
  /// paths have much in common.
  fileprivate func nearest(to path: Path) -> [String] {
    let wanted = path.segments.map(String.init)
    return filter { name in
      let segments = name.split(separator: ".").map(String.init)
      return segments.count == wanted.count
        && zip(segments, wanted).allSatisfy { $0 == $1 || [$0].nearest(to: $1) == [$0] }
    }.nearest(to: path.text)
  }
}

extension Path {
  /// Patterns of the paths that differ from this one in one segment.
  fileprivate var near: [Pattern] {
    let segments = segments.map(String.init)
    var patterns = segments.indices.compactMap { index in
      var other = segments
      other[index] = "*"
      return Pattern(other.joined(separator: "."))
    }
    // A wildcard as first segment does not match `daemon`.
    if ["daemon"].nearest(to: segments[0]) == ["daemon"] {
      let other = (["daemon"] + segments.dropFirst(1).dropLast() + ["*"]).joined(separator: ".")
      patterns += [Pattern(other)].compactMap(\.self)
    }
    return patterns
  }

  /// The pattern of the paths with one segment more.
  fileprivate var children: Pattern? {
    Pattern("\(text).*")
  }

  /// The pattern of the parent and the paths next to it.
  fileprivate var neighbours: Pattern? {
    let parents = segments.dropLast(2)
    return parents.isEmpty ? nil : Pattern("\(parents.joined(separator: ".")).*")
  }
}
