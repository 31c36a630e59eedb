public import BoxWire

/// Encodes one value into an output.
struct JSONValueEncoder: Encoder {
  let output: JSONOutput

  var codingPath: [any CodingKey] { output.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.open(.object)
    return KeyedEncodingContainer(JSONObjectContainer(output: output))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    output.open(.array)
    return JSONArrayContainer(output: output)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONSingleContainer(output: output)
  }
}

private struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: JSONOutput

  var codingPath: [any CodingKey] { output.path }

  func encodeNil(forKey key: Key) {
    output.beginMember(key.stringValue)
    output.writeNull()
    output.endMember()
  }

  func encode(_ value: some JSONScalar, forKey key: Key) throws {
    guard value.isInJSON else { throw output.notInJSON(value, at: key) }
    output.beginMember(key.stringValue)
    output.write(value)
    output.endMember()
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try output.undoingErrors(at: key) {
      output.beginMember(key.stringValue)
      try output.write(value)
      output.endMember()
    }
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    JSONValueEncoder(output: nestedOutput(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONValueEncoder(output: nestedOutput(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    JSONValueEncoder(output: nestedOutput(SuperKey()))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    JSONValueEncoder(output: nestedOutput(key))
  }

  private func nestedOutput(_ key: some CodingKey) -> JSONOutput {
    output.beginMember(key.stringValue)
    defer { output.endMember() }
    return output.writeLater(at: key)
  }
}

private struct JSONArrayContainer: UnkeyedEncodingContainer {
  let output: JSONOutput

  var codingPath: [any CodingKey] { output.path }
  var count: Int { output.count }

  func encodeNil() {
    output.beginElement()
    output.writeNull()
  }

  func encode(_ value: some JSONScalar) throws {
    guard value.isInJSON else {
      throw output.notInJSON(value, at: IndexKey(intValue: count))
    }
    output.beginElement()
    output.write(value)
  }

  func encode(_ value: some Encodable) throws {
    try output.undoingErrors(at: IndexKey(intValue: count)) {
      output.beginElement()
      try output.write(value)
    }
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    JSONValueEncoder(output: nestedOutput()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONValueEncoder(output: nestedOutput()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    JSONValueEncoder(output: nestedOutput())
  }

  private func nestedOutput() -> JSONOutput {
    let key = IndexKey(intValue: count)
    output.beginElement()
    return output.writeLater(at: key)
  }
}

private struct JSONSingleContainer: SingleValueEncodingContainer {
  let output: JSONOutput

  var codingPath: [any CodingKey] { output.path }

  func encodeNil() {
    output.open(.single)
    output.writeNull()
  }

  func encode(_ value: some JSONScalar) throws {
    guard value.isInJSON else { throw output.notInJSON(value, at: nil) }
    output.open(.single)
    output.write(value)
  }

  func encode(_ value: some Encodable) throws {
    try output.undoingErrors(at: nil) {
      output.open(.single)
      try output.write(value)
    }
  }
}

/// The index of an element.
private struct IndexKey: CodingKey {
  let index: Int

  init(intValue: Int) {
    index = intValue
  }

  init?(stringValue: String) {
    nil
  }

  var intValue: Int? { index }
  var stringValue: String { "Index \(index)" }
}

/// The member in which a class encodes its superclass.
private struct SuperKey: CodingKey {
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }

  var stringValue: String { "super" }
  var intValue: Int? { nil }
}

extension JSONText {
  /// Encodes a value with its keys sorted, so that equal values have equal texts.
  ///
  /// Of Foundation's types, a `URL` becomes a string, a `Data` base64, a `Decimal` a number, and a
  /// `Date` the number of seconds since 2001. A value that encodes nothing becomes an empty object.
  ///
  /// - Throws: `EncodingError` for what JSON cannot represent, such as a number that is not finite,
  ///   and any error that the value throws.
  public init(encoding value: some Encodable) throws {
    let output = JSONOutput()
    try output.write(value)
    self = JSONText(valid: output.text)
  }
}
