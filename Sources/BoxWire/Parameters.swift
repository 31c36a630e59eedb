/// The `params` of a request: members by name.
public struct Parameters: Equatable, Sendable {
  /// The members in order; of equal names the last one wins.
  public internal(set) var members: [Member]

  /// One member of `params`.
  public struct Member: Equatable, Sendable {
    public let name: String
    /// As written, without insignificant whitespace.
    public let value: JSONText

    public init(name: String, value: JSONText) {
      self.name = name
      self.value = value
    }
  }

  /// - Parameter members: in order; of equal names the last one wins.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of the last member with this name; nil when there is none.
  public subscript(name: String) -> JSONText? {
    members.last { $0.name.hasSameBytes(as: name) }?.value
  }

  /// The object in `params`; `{}` when there are no members.
  public var json: JSONText {
    JSONText(members: members.map { ($0.name, $0.value) })
  }

  /// Refuses members that a method does not know.
  ///
  /// - Throws: `RequestError` -32602 naming the first member that is not among `names`.
  public func allowOnly(_ names: [String]) throws(RequestError) {
    for member in members where !names.contains(where: member.name.hasSameBytes) {
      throw .unknown(member: member.name)
    }
  }

  /// The value of the member `name`.
  ///
  /// - Throws: `RequestError` -32602 naming the member when it is missing or of another type.
  public func required<Value: ParameterValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RequestError) -> Value {
    guard let value = try optional(name, as: type) else {
      throw .invalid(member: name, "\(name) is missing")
    }
    return value
  }

  /// The value of the member `name`; nil when it is missing.
  ///
  /// - Throws: `RequestError` -32602 naming the member when it is of another type.
  public func optional<Value: ParameterValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RequestError) -> Value? {
    guard let json = self[name] else { return nil }
    guard let value = Value(json: json) else {
      throw .invalid(member: name, "\(name) must be \(Value.typeName)")
    }
    return value
  }
}

/// A type that a parameter can have.
///
/// Its `jsonSchema` describes the allowed values.
public protocol ParameterValue: JSONSchemaDescribed, Sendable {
  /// Whether a parameter of this type is required unless it has a default.
  static var isRequired: Bool { get }
  /// The schema of a parameter that is given.
  static var parameterSchema: JSONSchema { get }
  /// The type's name with its article, as in "a string".
  static var typeName: String { get }
  /// nil when `json` is of another type.
  init?(json: JSONText)
  /// The value as JSON; ``init(json:)`` reads it back.
  var json: JSONText { get }
  /// Reads the member `name`.
  ///
  /// - Throws: `RequestError` -32602 naming the member when it is of another type, or missing
  ///   though it is required.
  static func read(_ name: String, from parameters: Parameters) throws(RequestError) -> Self
}

extension ParameterValue {
  public static var isRequired: Bool { true }
  public static var parameterSchema: JSONSchema { jsonSchema }

  public static func read(
    _ name: String, from parameters: Parameters
  ) throws(RequestError) -> Self {
    try parameters.required(name)
  }
}

/// A parameter that may be left out. It is never null.
extension Optional: ParameterValue where Wrapped: ParameterValue {
  public static var typeName: String { Wrapped.typeName }
  public static var isRequired: Bool { false }
  public static var parameterSchema: JSONSchema { Wrapped.parameterSchema }

  public init?(json: JSONText) {
    guard let value = Wrapped(json: json) else { return nil }
    self = value
  }

  public var json: JSONText { self?.json ?? .null }

  public static func read(
    _ name: String, from parameters: Parameters
  ) throws(RequestError) -> Self {
    try parameters.optional(name, as: Wrapped.self)
  }
}

extension String: ParameterValue {
  public static var typeName: String { "a string" }

  public init?(json: JSONText) {
    guard let string = json.string else { return nil }
    self = string
  }

  public var json: JSONText { JSONText(self) }
}

extension Int: ParameterValue {
  public static var typeName: String { "a whole number" }

  public init?(json: JSONText) {
    guard let integer = json.integer else { return nil }
    self = integer
  }

  public var json: JSONText { JSONText(self) }
}

extension Double: ParameterValue {
  public static var typeName: String { "a number" }

  public init?(json: JSONText) {
    guard let double = json.double else { return nil }
    self = double
  }

  /// - Precondition: it is finite.
  public var json: JSONText { JSONText(self) }
}

extension Bool: ParameterValue {
  public static var typeName: String { "true or false" }

  public init?(json: JSONText) {
    guard let boolean = json.boolean else { return nil }
    self = boolean
  }

  public var json: JSONText { JSONText(self) }
}

extension JSONText: ParameterValue {
  public static var typeName: String { "a value" }

  public init?(json: JSONText) {
    self = json
  }

  public var json: JSONText { self }
}
