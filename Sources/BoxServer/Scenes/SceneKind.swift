public import BoxWire
internal import Boxes
internal import UVLoop

/// What scenes of one kind have: their boxes and intents, described once for all of them.
@LoopActor
final class SceneKind<Model> {
  private(set) var face = SceneFace()
  private var outputs: [(Model) -> BoundOutput] = []
  private var performers: [@LoopActor (Model, Caller, Parameters) async throws -> Answer] = []
  var load: (@LoopActor (Model) async throws -> Void)?
  var refresh: (@LoopActor (Model) -> Void)?
  var observe: (@LoopActor (Model, Bool) -> Void)?

  func publish<Value: Encodable>(
    _ name: String, _ description: String?, _ output: @escaping (Model) -> Output<Value>
  ) {
    let schema = (Value.self as? any JSONSchemaDescribed.Type)?.jsonSchema ?? .anything
    face.boxes.append(
      SceneFace.Box(name: segment(name), schema: description.map(schema.described) ?? schema))
    outputs.append { BoundOutput(output($0)) }
  }

  func addIntent(
    _ description: MethodDescription,
    perform: @escaping @LoopActor (Model, Caller, Parameters) async throws -> Answer
  ) {
    _ = segment(description.name)
    face.intents.append(description)
    performers.append(perform)
  }

  /// The scene of one view model.
  func bind(_ model: Model) -> BoundScene {
    var scene = BoundScene(face: face, outputs: outputs.map { $0(model) }) {
      [performers] intent, caller, parameters in
      try await performers[intent](model, caller, parameters)
    }
    if let load { scene.load = { try await load(model) } }
    if let refresh { scene.refresh = { refresh(model) } }
    if let observe { scene.observe = { observe(model, $0) } }
    return scene
  }

  private func segment(_ name: String) -> String {
    guard let path = Path(name), path.segments.count == 1 else {
      preconditionFailure("\(name) is not a segment of a path")
    }
    return name
  }
}

/// What clients may know of scenes of one kind: what their boxes and intents are called, and what
/// they hold and take.
struct SceneFace {
  struct Box {
    /// The last segment of its path.
    let name: String
    let schema: JSONSchema
  }

  var boxes: [Box] = []
  /// By the last segment of their paths.
  var intents: [MethodDescription] = []

  var schemas: [JSONSchema] { boxes.map(\.schema) + intents.flatMap(\.schemas) }

  /// The place of the intent with this name among `intents`.
  func intent(_ name: Substring) -> Int? {
    intents.firstIndex { $0.name == name }
  }
}

/// A box of any type, ready to be published.
struct BoundOutput {
  let encode: () throws -> JSONText
  let bind: (@escaping () -> Void) -> Binding

  @LoopActor
  init<Value: Encodable>(_ output: Output<Value>) {
    encode = { try JSONText(encoding: output.value) }
    bind = { changed in output.bind { _ in changed() } }
  }
}

/// One view model as its kind presents it.
struct BoundScene {
  let face: SceneFace
  /// As `face.boxes`.
  let outputs: [BoundOutput]
  /// Carries out the intent at that place among `face.intents`.
  let perform: @LoopActor (Int, Caller, Parameters) async throws -> Answer
  var load: (@LoopActor () async throws -> Void)?
  var refresh: (@LoopActor () -> Void)?
  var observe: (@LoopActor (_ isObserved: Bool) -> Void)?
}

/// What an intent answers beside the revision: members of the result, by name.
public typealias Answer = [(name: String, value: JSONText)]
