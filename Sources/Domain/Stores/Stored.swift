/// A value as a store had it at one time, or its answer to a change.
public struct Stored<Value> {
  public let value: Value
  /// Counts the changes of the store, including those of other programs: the steps of its live query.
  /// A reader that has followed these up to this version knows the change. Versions of
  /// different stores, or from different processes, cannot be compared.
  public let version: Int

  public init(_ value: Value, version: Int) {
    self.value = value
    self.version = version
  }

  /// Returns a part of the value, or a value derived from it, with the same version.
  public func map<Other, Failure>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Stored<Other> {
    Stored<Other>(try transform(value), version: version)
  }
}

extension Stored: Equatable where Value: Equatable {}
extension Stored: Sendable where Value: Sendable {}

/// What a store has chosen for the next argument or post, instead of what the rules would choose.
///
/// A service may name new things itself. The change that added one is then made again with this.
public struct Assigned: Equatable, Sendable {
  /// An identifier that nothing else of its kind has.
  public let id: String
  /// When the new thing was added and last changed; nil for the time of the change.
  public let created: Timestamp?

  public init(id: String, created: Timestamp? = nil) {
    self.id = id
    self.created = created
  }
}
