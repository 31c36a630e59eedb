/// A value as a store keeps it.
public struct StoredCopy<Value> {
  public var value: Value
  /// When the service sent the value, or last confirmed it.
  public var fetchedAt: WallTime
  /// What the service can compare to find out whether the value has changed.
  public var validators: Validators
  /// The number of elements that could not be parsed and are not in the value.
  public var pruned: Int

  public init(
    _ value: Value, fetchedAt: WallTime, validators: Validators = Validators(), pruned: Int = 0
  ) {
    self.value = value
    self.fetchedAt = fetchedAt
    self.validators = validators
    self.pruned = pruned
  }

  /// Whether the copy has expired. A copy from the future has, because the clock was set back and
  /// its age is unknown.
  func isExpired(at time: WallTime, after expiry: Duration) -> Bool {
    let age = fetchedAt.duration(to: time)
    return age < .zero || age >= expiry
  }
}

extension StoredCopy: Equatable where Value: Equatable {}
extension StoredCopy: Sendable where Value: Sendable {}
