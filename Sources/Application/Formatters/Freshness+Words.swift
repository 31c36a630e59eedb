import Domain

extension Freshness {
  /// A sentence for people about a copy that could not be refreshed; nil for any other.
  var alert: String? {
    guard let failure else { return nil }
    let reason = "the service is not available: \(failure)"
    guard let confirmed = confirmed ?? fetched else { return reason }
    return "this copy is from \(confirmed.words(editedAt: confirmed, by: nil)), because \(reason)"
  }
}
