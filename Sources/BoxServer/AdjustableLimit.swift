internal import BoxWire

/// A limit that can be set in a configuration, with its name there and the range of its values.
public struct AdjustableLimit: Sendable {
  /// Words with hyphens, such as `shared-bytes`.
  public let name: String
  public let range: ClosedRange<Int>
  private let member: any WritableKeyPath<ServerLimits, Int> & Sendable

  public subscript(limits: ServerLimits) -> Int { limits[keyPath: member] }

  /// - Parameter value: within ``range``.
  public func set(_ value: Int, in limits: inout ServerLimits) {
    precondition(range.contains(value), "\(name) is out of its range")
    limits[keyPath: member] = value
  }

  /// All adjustable limits. Ranges that exceed the default go up to what a client reads, or what a
  /// machine may have room for.
  public static let all = [
    // A client holds an answer or a box of at most ProtocolLimits.answer.
    AdjustableLimit(name: "line", range: 1024...(16 << 20), member: \.line),
    AdjustableLimit(name: "value", range: 1...ProtocolLimits.answer, member: \.value),
    AdjustableLimit(name: "scene-value", range: 1024...ProtocolLimits.answer, member: \.sceneValue),
    // A change may affect each of them.
    AdjustableLimit(name: "patterns", range: 1...1024, member: \.patterns),
    AdjustableLimit(name: "connections", range: 1...1_000_000, member: \.connections),
    AdjustableLimit(name: "shared-boxes", range: 0...10_000_000, member: \.sharedBoxes),
    AdjustableLimit(name: "shared-bytes", range: 0...(64 << 30), member: \.sharedBytes),
    AdjustableLimit(name: "sessions", range: 0...1_000_000, member: \.sessions),
    AdjustableLimit(name: "session-bytes", range: 0...(64 << 30), member: \.sessionBytes),
    AdjustableLimit(name: "recent-changes", range: 1...100_000_000, member: \.recentChanges),
    AdjustableLimit(name: "recent-bytes", range: 1024...(64 << 30), member: \.recentBytes),
    AdjustableLimit(name: "unsent-bytes", range: (1 << 20)...(64 << 30), member: \.unsentBytes),
    AdjustableLimit(
      name: "unfinished-bytes", range: (1 << 20)...(64 << 30), member: \.unfinishedBytes),
  ]
}
