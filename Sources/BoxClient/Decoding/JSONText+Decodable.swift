public import BoxWire

extension JSONText {
  /// Decodes a value that the daemon has encoded. Members that the type does not know are ignored; of
  /// equal names the last one wins. Numbers are exact or refused.
  ///
  /// - Throws: the first member that is missing or wrong.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(ValueFault) -> Value {
    do {
      return try JSONValueDecoder(json: self).decode(type)
    } catch {
      throw ValueFault(error)
    }
  }
}

extension JSONText {
  /// Decodes a member of an object.
  ///
  /// - Throws: the first member that is missing or wrong.
  public func decoded<Value: Decodable, Key: CodingKey>(
    _ key: Key, as type: Value.Type = Value.self
  ) throws(ValueFault) -> Value {
    do {
      return try JSONValueDecoder(json: self).container(keyedBy: Key.self)
        .decode(type, forKey: key)
    } catch {
      throw ValueFault(error)
    }
  }

  /// The value of the last member with this name; nil when there is none, or it is not an object.
  public subscript(key: some CodingKey) -> JSONText? { self[key.stringValue] }
}

/// Why a value is not of the expected type: a member that is missing or wrong.
public struct ValueFault: Error, Equatable, Sendable {
  /// Where the member is, such as `items[2].weight`; empty for the value itself.
  public let place: String
  /// What is wrong with it, such as `is missing`.
  public let reason: String
}

extension ValueFault: CustomStringConvertible {
  /// Such as `member 'title' is missing`.
  public var description: String {
    place.isEmpty ? "the value \(reason)" : "member '\(place)' \(reason)"
  }
}

extension ValueFault {
  /// - Parameter error: of the decoder, or any error that a type throws.
  fileprivate init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init(context.codingPath + [key], "is missing")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init(context.codingPath, context.debugDescription)
    // Of an enumeration.
    case DecodingError.dataCorrupted(let context):
      self.init(context.codingPath, "has an unknown value")
    default: self.init([], "cannot be used: \(error)")
    }
  }

  private init(_ path: [any CodingKey], _ reason: String) {
    place = path.reduce("") { place, key in
      if let index = key.intValue { return "\(place)[\(index)]" }
      return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
    }
    self.reason = reason
  }
}
