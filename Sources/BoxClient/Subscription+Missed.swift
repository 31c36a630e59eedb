extension Subscription {
  /// Revisions that were not told one by one.
  public struct Missed: Equatable, Sendable {
    /// The revision up to which all was told.
    public let after: Int
    /// The revision from which on all is told; nil when it is of another epoch than `after`, so
    /// that nobody can say how many lie between them.
    public let upTo: Int?

    public init(after: Int, upTo: Int?) {
      self.after = after
      self.upTo = upTo
    }
  }
}
