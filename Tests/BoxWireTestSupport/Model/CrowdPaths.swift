internal import BoxWire

/// The paths and patterns of a crowd.
enum CrowdPaths {
  /// 40 boxes at several depths.
  static let shared: [String] = {
    let letters = ["a", "b", "c", "d"]
    let inner = letters.flatMap { letter in (0..<8).map { "shared.\(letter).k\($0)" } }
    return inner + letters.map { "shared.\($0)" } + (0..<4).map { "shared.e.f.g\($0)" }
  }()

  private static let sharedPatterns = [
    "shared.**", "shared.*", "shared.a.*", "shared.b.**", "shared.c.**", "shared.*.k1",
    "shared.*.k2", "shared.e.**", "shared.*.f.*", "shared.a", "shared.d.k3", "shared.d.k4",
    "shared.b.k0", "shared.none.**", "shared.e.f.g1",
  ]

  private static let stagePatterns = ["stage.**", "stage.*.light", "stage.r1.*", "stage.r2.mood"]

  /// Patterns of the boxes of a session.
  static let ownPatterns = ["session.**", "session.mine.*", "session.mine.a", "session.mine.b"]

  /// The boxes that each pattern matches, apart from those of a session.
  static func masks(of history: BoxHistory, hasStage: Bool) throws -> [String: UInt64] {
    let patterns = sharedPatterns + (hasStage ? stagePatterns : [])
    return try Dictionary(uniqueKeysWithValues: patterns.map { ($0, try history.mask(of: $0)) })
  }
}

extension BoxHistory {
  /// The boxes that a pattern matches.
  func mask(of text: String) throws -> UInt64 {
    guard let pattern = Pattern(text) else { throw ModelFailure("no pattern: \(text)") }
    var mask: UInt64 = 0
    for (box, path) in paths.enumerated() {
      if let path = Path(path), pattern.matches(path) { mask |= 1 << UInt64(box) }
    }
    return mask
  }
}

extension [String] {
  /// A JSON array of strings that need no escaping.
  var json: String { "[\(map { "\"\($0)\"" }.joined(separator: ","))]" }
}
