/// A value as a store has it at one moment.
public struct Stored<Value> {
  public let value: Value
  /// Rises with each change of the store, whoever made it. Of two values from one store, the one with
  /// the greater version is the newer; with equal versions they show the same state. It means nothing
  /// to another store, or in another process.
  public let version: Int

  public init(_ value: Value, version: Int) {
    self.value = value
    self.version = version
  }

  /// A part of it, or what is made from it.
  public func map<Other, Failure>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Stored<Other> {
    Stored<Other>(try transform(value), version: version)
  }
}

extension Stored: Equatable where Value: Equatable {}
extension Stored: Sendable where Value: Sendable {}
