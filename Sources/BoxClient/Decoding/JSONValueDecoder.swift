internal import BoxWire

/// Decodes one value, and the values within it.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  let json: JSONText
  /// Where the value is: names and indices, from the outermost.
  var codingPath: [any CodingKey] = []

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let members = json.bytes.withUnsafeBytes {
      try? JSONText.members(parsing: $0, depth: UInt128.bitWidth)
    }
    guard let members else { throw mismatch(type, "an object") }
    return KeyedDecodingContainer(JSONObjectReader(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = json.elements else { throw mismatch([Any].self, "an array") }
    return JSONArrayReader(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  // MARK: A single value

  func decodeNil() -> Bool { json.isNull }

  func decode<Value: JSONToken>(_ type: Value.Type) throws -> Value {
    if let value = Value(json: json) { return value }
    let range = (type as? any FixedWidthInteger.Type).map { " from \($0.min) to \($0.max)" } ?? ""
    throw mismatch(type, Value.typeName + range)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: self)
  }

  private func mismatch(_ type: Any.Type, _ name: String) -> DecodingError {
    .typeMismatch(
      type, DecodingError.Context(codingPath: codingPath, debugDescription: "must be \(name)"))
  }
}

private struct JSONObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// In order, including repeated names.
  let members: [(name: String, value: JSONText)]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { value(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try existing(key).isNull }

  func decode<Value: JSONToken>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let json = try existing(key)
    // The location is put together only for an error.
    return try Value(json: json) ?? member(key).decode(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: member(key))
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(PlaceKey(stringValue: "super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func value(_ key: some CodingKey) -> JSONText? {
    let name = key.stringValue.utf8
    return members.last { $0.name.utf8.elementsEqual(name) }?.value
  }

  private func existing(_ key: some CodingKey) throws -> JSONText {
    if let value = value(key) { return value }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: "is missing"))
  }

  private func member(_ key: some CodingKey) throws -> JSONValueDecoder {
    JSONValueDecoder(json: try existing(key), codingPath: codingPath + [key])
  }
}

private struct JSONArrayReader: UnkeyedDecodingContainer {
  let elements: [JSONText]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [JSONText], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: JSONToken>(_ type: Value.Type) throws -> Value {
    try next { try $0.decode(type) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next { $0 }
  }

  /// Passes an element, unless it cannot be read.
  private mutating func next<Result>(
    _ read: (JSONValueDecoder) throws -> Result
  ) throws -> Result {
    let path = codingPath + [PlaceKey(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Result.self, DecodingError.Context(codingPath: path, debugDescription: "is missing"))
    }
    let result = try read(JSONValueDecoder(json: elements[currentIndex], codingPath: path))
    currentIndex += 1
    return result
  }
}

/// A part of a place that no type names: an index, or the member in which a class encodes its
/// superclass.
private struct PlaceKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    (self.stringValue, intValue) = (stringValue, nil)
  }

  init(intValue: Int) {
    (stringValue, self.intValue) = ("\(intValue)", intValue)
  }
}
