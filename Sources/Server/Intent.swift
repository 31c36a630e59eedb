public import Loop
public import Wire

/// One named thing that a client may ask of a scene.
@LoopActor
struct Intent {
  let name: String
  let perform: @LoopActor (Caller, Parameters) async throws -> Answer
}

/// Who asked.
public struct Caller: Sendable {
  /// What the kernel says of the client's process; nil when it is gone already.
  public let credentials: PeerCredentials?

  public init(credentials: PeerCredentials?) {
    self.credentials = credentials
  }
}

/// What an intent answers beside the revision: members of the result, by name.
public typealias Answer = [(name: String, value: JSONText)]

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
