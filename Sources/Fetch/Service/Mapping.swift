/// How a value is read from the body of an answer, and written for a store.
public struct Mapping<Value> {
  /// Reads a value, without the elements that cannot be used, and says why each of these cannot. May
  /// throw any error; its description becomes the reason of `FetchError.parser`.
  public let decode: (_ body: [UInt8]) async throws -> (value: Value, faults: [ParserFailure])
  /// Writes a value so that `decode` reads it again. May throw any error.
  public let encode: (_ value: Value) async throws -> [UInt8]

  /// - Parameters: as the properties.
  public init(
    decode:
      @escaping (_ body: [UInt8]) async throws -> (value: Value, faults: [ParserFailure]),
    encode: @escaping (_ value: Value) async throws -> [UInt8]
  ) {
    self.decode = decode
    self.encode = encode
  }

  /// Maps the body as a whole.
  public static func one(
    decode: @escaping (_ body: [UInt8]) throws -> Value,
    encode: @escaping (_ value: Value) throws -> [UInt8]
  ) -> Mapping {
    Mapping(decode: { (try decode($0), []) }, encode: { try encode($0) })
  }

  /// Maps the body as a sequence. Elements that cannot be mapped are left out or fail the fetch
  /// (``FetchConfiguration/shouldPrune``).
  ///
  /// - Parameters:
  ///   - split: returns the elements of the body, in order. Throws if it is not a sequence.
  ///   - element: maps one of them.
  ///   - encode: writes all of them.
  public static func sequence<Raw>(
    split: @escaping (_ body: [UInt8]) throws -> [Raw],
    element: @escaping (Raw) throws -> Value.Element,
    encode: @escaping (_ value: Value) throws -> [UInt8]
  ) -> Mapping where Value: RangeReplaceableCollection {
    Mapping(
      decode: { body in
        var (value, faults) = (Value(), [ParserFailure]())
        for (index, part) in try split(body).enumerated() {
          do {
            value.append(try element(part))
          } catch {
            faults.append(ParserFailure(element: index, reason: "\(error)"))
          }
        }
        return (value, faults)
      }, encode: { try encode($0) })
  }

  /// Throws `FetchError.parser`.
  func decoded(
    _ body: [UInt8]
  ) async throws(FetchError) -> (value: Value, faults: [ParserFailure]) {
    do {
      return try await decode(body)
    } catch {
      throw .parser(ParserFailure(reason: "\(error)"))
    }
  }
}
