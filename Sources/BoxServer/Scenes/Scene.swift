public import BoxWire
public import Boxes
public import UVLoop

/// A view model as clients see it: a path, its boxes and its intents.
@LoopActor
public final class Scene {
  public let path: Path
  private let root: Substring
  private(set) var boxes: [SceneBox] = []
  private(set) var intents: [Intent] = []
  private(set) var load: (@LoopActor () async -> Void)?
  private(set) var refresh: (@LoopActor () -> Void)?
  private(set) var observe: (@LoopActor (Bool) -> Void)?

  /// A box of any type, ready to be published.
  struct SceneBox {
    let path: Path
    /// The path's, kept because patterns are compared with them again and again.
    let segments: [Substring]
    let encode: () throws -> JSONText
    let bind: (@escaping () -> Void) -> Binding
    let schema: JSONSchema
  }

  /// - Parameter path: where the scene is, such as `topics.ai.pros`.
  /// - Precondition: it is a path.
  public init(_ path: String) {
    guard let path = Path(path) else { preconditionFailure("\(path) is no path") }
    self.path = path
    root = path.segments[0]
  }

  /// Publishes a box; every assignment that changes its encoded value is sent to clients.
  ///
  /// Clients learn the value's schema if its type is `JSONSchemaDescribed`; any other value is
  /// described as JSON.
  ///
  /// - Parameters:
  ///   - output: the box as its view model shows it.
  ///   - name: the last segment of its path.
  ///   - description: a sentence for a person.
  public func publish<Value: Encodable>(
    _ output: Output<Value>, as name: String, description: String? = nil
  ) {
    let path = member(name)
    let schema = (Value.self as? any JSONSchemaDescribed.Type)?.jsonSchema ?? .anything
    boxes.append(
      SceneBox(
        path: path, segments: path.segments,
        encode: { try JSONText(encoding: output.value) },
        bind: { changed in output.bind { _ in changed() } },
        schema: description.map(schema.described) ?? schema))
  }

  /// Lets clients ask for something.
  ///
  /// - Parameters:
  ///   - name: its last segment.
  ///   - summary: a sentence for a person.
  ///   - answers: what it answers beside the revision.
  ///   - errors: how it fails, beside what every method may answer.
  ///   - parameters: what it takes. Others are refused, as is a value of the wrong type.
  ///   - perform: does it, and returns what it answers beside the revision. It throws
  ///     `RequestError` for what the client is to be told; any other error is a fault of the
  ///     daemon's own, and logged.
  public func intent<each Value: ParameterValue>(
    _ name: String, summary: String? = nil, answers: [MemberDescription] = [],
    errors: [RequestError.Code] = [], _ parameters: repeat Parameter<each Value>,
    perform: @escaping @LoopActor (Caller, repeat each Value) async throws -> Answer
  ) {
    var described: [MemberDescription] = []
    for parameter in repeat each parameters { described.append(parameter.description) }
    let known = described.map(\.name)
    let description = MethodDescription(
      member(name).text, summary, parameters: described, result: .answer(answers), errors: errors)
    intents.append(
      Intent(description: description) { caller, given in
        try given.allowOnly(known)
        return try await perform(caller, repeat (each parameters).read(given))
      })
  }

  /// Carries out `load` when a client first asks for one of the boxes; `subscribe` and `get` wait
  /// for it a while.
  public func onFirstUse(_ load: @escaping @LoopActor () async -> Void) {
    self.load = load
  }

  /// Carries out `refresh` each time before a client is given values of the boxes on request.
  public func onRead(_ refresh: @escaping @LoopActor () -> Void) {
    self.refresh = refresh
  }

  /// Tells when the first client subscribes to one of the boxes, and when none does any more.
  public func onObservedChange(_ observe: @escaping @LoopActor (_ isObserved: Bool) -> Void) {
    self.observe = observe
  }

  /// Of its boxes, and of what its intents take and answer.
  var schemas: [JSONSchema] {
    boxes.map(\.schema) + intents.flatMap { $0.description.schemas }
  }

  func matches(_ patterns: [Pattern]) -> Bool {
    guard patterns.mayMatch(under: root) else { return false }
    for box in boxes where patterns.match(box.segments) { return true }
    return false
  }

  private func member(_ name: String) -> Path {
    guard let path = Path("\(path).\(name)") else {
      preconditionFailure("\(name) is no segment of a path")
    }
    return path
  }
}
