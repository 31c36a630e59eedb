internal import OperatingSystem

/// Looks up the IDs of users and groups by name. It may block.
struct AccountLookup: Sendable {
  let user: @Sendable (String) -> AccountID
  let group: @Sendable (String) -> AccountID

  /// The system's users and groups.
  static let system = AccountLookup(
    user: { AccountID(ofUser: $0) }, group: { AccountID(ofGroup: $0) })
}
