internal import BoxWire

/// A client that tries to find out what it may not know. It may do nothing to boxes other than those
/// that it may read.
package final class ModelProber {
  private let peer: Peer
  /// How often two answers were compared.
  package private(set) var comparisons = 0

  /// - Parameter server: an object that must be kept as long as this one.
  package init(of crowd: ModelCrowd) throws {
    peer = try Peer.connect(to: crowd.socket, of: crowd.server)
    let parameters = #"{"name":"\#(ModelRules.prober)","number":0,"filling":0}"#
    guard try peer.call("session.mine.logIn", parameters)["result"] != nil else {
      throw ModelFailure("the prober cannot log in")
    }
  }

  /// Asks for what exists and what does not, and checks that only what it may read makes a difference.
  package func probe(_ crowd: ModelCrowd) throws {
    try crowd.learn()
    guard let rules = crowd.stage?.rules,
      let texts = rules.readable(ModelRules.prober, under: crowd.rule)
    else { return }
    let patterns = texts.compactMap(Pattern.init)
    try compare(crowd, patterns)
    try checkGet(crowd, patterns)
    try checkDiscover(crowd, patterns)
  }

  // MARK: Refusals

  /// Requests that name a path, in place of `@`.
  private static let requests = [
    #""method":"set","params":{"box":"@","value":1}"#,
    #""method":"set","params":{"box":"@","value":[ 2 ],"ttl":9}"#,
    #""method":"set","params":{"box":"@","value":1,"ifRevision":1}"#,
    #""method":"set","params":{"changes":[{"box":"@","value":1}]}"#,
    #""method":"delete","params":{"box":"@"}"#,
    #""method":"delete","params":{"changes":[{"box":"@"},{"box":"shared.none"}]}"#,
    #""method":"get","params":{"boxes":["shared.**","@"]}"#,
    #""method":"subscribe","params":{"boxes":["@"]}"#,
    #""method":"rpc.discover","params":{"boxes":["@"]}"#,
    #""method":"@","params":{"to":1}"#,
    #""method":"@""#,
  ]

  private func compare(_ crowd: ModelCrowd, _ patterns: [Pattern]) throws {
    let state = crowd.history.state(at: crowd.history.revision)
    let secrets = crowd.history.paths.filter { path in
      !patterns.contains { $0.concerns(path) }
    }
    let exists = { path in state[crowd.history.box(at: path) ?? 0] > 0 }
    let absent = secrets.filter { !exists($0) } + ["shared.none.k\(comparisons)", "stage.r9.light"]
    guard let request = Self.requests.randomElement(using: &crowd.generator),
      let known = secrets.filter(exists).randomElement(using: &crowd.generator),
      let unknown = absent.randomElement(using: &crowd.generator),
      !patterns.contains(where: { $0.concerns(unknown) })
    else { return }
    let isBatch = crowd.chance(20) && !request.contains("subscribe")
    let answers = try [known, unknown].map { path in
      let member = "{\"id\":1,\(request.replacing("@", with: path))}"
      try peer.send(isBatch ? "[\(member)]" : member)
      return try peer.nextResponse().description.replacing(path, with: "@")
    }
    guard answers[0] == answers[1], answers[0].contains("-32003") else {
      throw ModelFailure("\(request) distinguishes \(known) and \(unknown): \(answers)")
    }
    comparisons += 1
  }

  // MARK: What it may read

  private func checkGet(_ crowd: ModelCrowd, _ patterns: [Pattern]) throws {
    let result = try peer.call("get", #"{"boxes":["**"]}"#)["result"]
    guard let revision = result?["revision"]?.integer else { throw ModelFailure("no revision") }
    try crowd.learn()
    let right = readable(crowd, patterns, at: revision)
    let names = Set(result?["boxes"]?.names ?? []).subtracting(["director.changes"])
    guard names == right else { throw ModelFailure("get returned \(names), not \(right)") }
  }

  private func checkDiscover(_ crowd: ModelCrowd, _ patterns: [Pattern]) throws {
    let before = readable(crowd, patterns, at: crowd.history.revision)
    let document = try peer.call("rpc.discover", #"{"boxes":["**"]}"#)["result"]
    try crowd.learn()
    let after = readable(crowd, patterns, at: crowd.history.revision)
    let names = Set(document?["x-boxes"]?.names ?? []).subtracting(["director.changes"])
    // Boxes may have expired between the two.
    guard names.isSubset(of: before.union(after)), before.intersection(after).isSubset(of: names)
    else { throw ModelFailure("discover names \(names), not \(after)") }
  }

  private func readable(
    _ crowd: ModelCrowd, _ patterns: [Pattern], at revision: Int
  ) -> Set<String> {
    let state = crowd.history.state(at: revision)
    return Set(
      zip(crowd.history.paths, state).compactMap { path, value in
        value > 0 && patterns.contains { $0.matches(path) } ? path : nil
      })
  }
}

extension Pattern {
  fileprivate func matches(_ path: String) -> Bool {
    Path(path).map(matches) ?? false
  }

  /// Whether it matches a path, or only paths under it.
  fileprivate func concerns(_ path: String) -> Bool {
    matches(path) || root?.isUnder(path) ?? true
  }
}
