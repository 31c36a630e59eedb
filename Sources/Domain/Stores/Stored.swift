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
