public import Wire

/// A parameter of an intent: its name, and what stands for it when it is left out.
///
/// A parameter of an optional type may be left out and is nil then.
public struct Parameter<Value: ParameterValue>: Sendable {
  public let name: String
  public let fallback: Value?

  public init(_ name: String, _ type: Value.Type = Value.self, default fallback: Value? = nil) {
    self.name = name
    self.fallback = fallback
  }

  func read(_ parameters: Parameters) throws(RequestError) -> Value {
    if let fallback, parameters[name] == nil { return fallback }
    return try Value.read(name, from: parameters)
  }
}
