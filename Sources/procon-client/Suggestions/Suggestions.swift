internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Finds the names that a mistyped path, method or parameter may have meant, by asking the daemon.
/// When a request fails, there is no suggestion.
@LoopActor
struct Suggestions {
  let connection: Connection

  /// A question to add to a refusal; empty when no name is similar.
  func question(
    for error: RequestError, _ method: String, _ parameters: Parameters
  ) async -> String {
    switch RequestError.Code(rawValue: error.code) {
    case .noMethod: await methods(like: method).question
    case .notFound where method == Discover.method: await described(in: parameters).question
    case .notFound: await boxes(named: parameters).question
    case .conflict where error.fact == .revision(0): await boxes(named: parameters).question
    case .notAllowed: sharedBox(named: parameters).question
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
    let get = Get(patterns: path.near + [path.children, path.neighbours].compactMap(\.self))
    let names = (await ask(Get.method, get.parameters)?["boxes"]?.members ?? []).map(\.name)
      .sorted()
    guard !names.contains(path.text) else { return [] }
    let inside = names.filter { $0.hasPrefix("\(path.text).") }
    guard inside.isEmpty else { return Array(inside.prefix(3)) }
    let near = names.nearest(to: path.text)
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
    if let document = await discover(path.near) {
      return document.methodNames.nearest(to: path)
    }
    return (await scenes(like: path) + Self.builtIn).nearest(to: method)
  }

  /// The intent of that name in scenes with a similar path, for a daemon without `rpc.discover`.
  private func scenes(like path: Path) async -> [String] {
    guard let intent = path.segments.last else { return [] }
    let patterns = path.near.compactMap { pattern in
      Pattern(pattern.text.split(separator: ".").dropLast().joined(separator: ".") + ".*")
    }
    let get = Get(patterns: patterns)
    let scenes = (await ask(Get.method, get.parameters)?["boxes"]?.members ?? []).compactMap {
      box in
      box.name.lastIndex(of: ".").map { "\(box.name[..<$0]).\(intent)" }
    }
    // The scene is right, and its boxes do not say which intents it has.
    return scenes.contains(path.text) ? [] : Set(scenes).sorted()
  }

  private func parameters(of method: String, like name: String) async -> [String] {
    guard let pattern = Pattern(method), let document = await discover([pattern]) else { return [] }
    let found = document["methods"]?.elements?.first { $0["name"]?.string == method }
    let names = (found?["params"]?.elements ?? []).compactMap { $0["name"]?.string }
    // A known name means that its value is wrong.
    return names.contains(name) ? [] : names.nearest(to: name)
  }

  /// Boxes, intents and scenes similar to the paths in a request for a description.
  private func described(in parameters: Parameters) async -> [String] {
    let texts = parameters["boxes"]?.elements?.compactMap(\.string) ?? []
    for path in texts.prefix(Self.maximumRequests).compactMap({ Path($0) }) {
      guard let document = await discover(path.near) else { return [] }
      let names = document.methodNames + (document["x-boxes"]?.members ?? []).map(\.name)
      guard !names.contains(path.text) else { continue }
      let scenes = Set(
        names.compactMap { name in name.lastIndex(of: ".").map { String(name[..<$0]) } })
      let near = (names + scenes.subtracting(names).sorted()).nearest(to: path)
      if !scenes.contains(path.text), !near.isEmpty { return near }
    }
    return []
  }

  /// The daemon's description of what matches; nil when there is none.
  private func discover(_ patterns: [Pattern]) async -> JSONText? {
    await ask(Discover.method, Discover(patterns: patterns).parameters)
  }

  private func ask(_ method: String, _ parameters: Parameters) async -> JSONText? {
    await connection.optionalResult(of: method, parameters, within: Self.patience)
  }

  /// Time to wait for an answer. A daemon waits up to two seconds for scenes that load.
  private static let patience = Duration.seconds(3)

  private static let builtIn = [
    Get.method, SetBox.method, DeleteBox.method, Subscribe.method, Unsubscribe.method, Ping.method,
    Discover.method,
  ]

  /// Requests for one refusal: each takes time.
  private static let maximumRequests = 4
}

extension JSONText {
  /// The methods in a daemon's description.
  fileprivate var methodNames: [String] {
    (self["methods"]?.elements ?? []).compactMap { $0["name"]?.string }
  }
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
