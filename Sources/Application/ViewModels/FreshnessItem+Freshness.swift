public import BoardValues
public import Domain

extension FreshnessItem {
  /// Without arguments: nothing was read yet.
  public init(_ freshness: Freshness = Freshness(fetched: nil, confirmed: nil)) {
    self.init(fetched: freshness.fetched?.rfc3339, isStale: freshness.isStale)
  }
}
