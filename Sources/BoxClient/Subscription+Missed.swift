extension Subscription {
  /// Revisions that were not reported one by one.
  public struct Missed: Equatable, Sendable {
    /// The last revision before them.
    public let after: Int
    /// The last of them; nil when it belongs to another epoch than `after`, so that their number is
    /// unknown.
    public let upTo: Int?

    public init(after: Int, upTo: Int?) {
      self.after = after
      self.upTo = upTo
    }
  }
}
