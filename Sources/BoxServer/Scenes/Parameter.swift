public import BoxWire

/// A parameter of an intent: its name, its allowed values and its default.
///
/// A parameter of an optional type may be left out; it is nil then.
public struct Parameter<Value: ParameterValue>: Sendable {
  public let name: String
  public let fallback: Value?
  private let range: ClosedRange<Int>?
  /// The parameter as `rpc.discover` describes it.
  let description: MemberDescription

  /// - Parameters:
  ///   - fallback: the default; within `range`.
  ///   - range: of a number; values outside it are refused.
  ///   - example: within `range`.
  ///   - title: what people call it, if its name is not a word.
  ///   - description: a sentence for people.
  public init(
    _ name: String, _ type: Value.Type = Value.self, default fallback: Value? = nil,
    in range: ClosedRange<Int>? = nil, example: Value? = nil, title: String? = nil,
    description: String? = nil
  ) {
    var schema = Value.parameterSchema
    if let title { schema = schema.titled(title) }
    if let range {
      schema = schema.range(range)
      for value in [fallback, example] {
        precondition(value?.json.breaks(range) != true, "\(name) is out of its own range")
      }
    }
    if let fallback { schema = schema.byDefault(fallback.json) }
    if let example { schema = schema.example(example.json) }
    self.name = name
    self.fallback = fallback
    self.range = range
    self.description = MemberDescription(
      name, schema, isRequired: Value.isRequired && fallback == nil, description)
  }

  func read(_ parameters: Parameters) throws(RequestError) -> Value {
    let given = parameters[name]
    if let fallback, given == nil { return fallback }
    let value = try Value.read(name, from: parameters)
    if let range, let given, given.breaks(range) {
      throw .invalid(
        member: name, "\(name) must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

extension JSONText {
  /// Whether it is a number outside the range.
  fileprivate func breaks(_ range: ClosedRange<Int>) -> Bool {
    if let integer { return !range.contains(integer) }
    guard let double else { return isNumber }
    return double < Double(range.lowerBound) || double > Double(range.upperBound)
  }
}
