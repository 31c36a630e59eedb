public import BoxWire
internal import Boxes
internal import UVLoop

/// The boxes and intents of scenes of one kind, described once for all of them.
@LoopActor
final class SceneKind<Model> {
  private(set) var face = SceneFace()
  private var outputs: [(Model) -> any PublishedOutput] = []
  private var performers: [@LoopActor (Model, Caller, Parameters) async throws -> Answer] = []
  var load: (@LoopActor (Model) async throws -> Void)?
  var isDue: (@LoopActor (Model) -> Bool)?
  var refresh: (@LoopActor (Model) -> Void)?
  var observe: (@LoopActor (Model, Bool) -> Void)?

  func publish<Value: Encodable>(
    _ name: String, _ description: String?, _ output: @escaping (Model) -> Output<Value>
  ) {
    let schema = (Value.self as? any JSONSchemaDescribed.Type)?.jsonSchema ?? .anything
    face.boxes.append(
      SceneFace.Box(name: segment(name), schema: description.map(schema.described) ?? schema))
    outputs.append { output($0) }
  }

  func intent<each Value: ParameterValue>(
    _ name: String, _ summary: String?, _ question: String?, _ answers: [MemberDescription],
    _ errors: [RequestError.Code], _ parameters: repeat Parameter<each Value>,
    perform: @escaping @LoopActor (Model, Caller, repeat each Value) async throws -> Answer
  ) {
    var described: [MemberDescription] = []
    for parameter in repeat each parameters { described.append(parameter.description) }
    let known = described.map(\.name)
    let description = MethodDescription(
      name, summary, confirm: question, parameters: described, result: .answer(answers),
      errors: errors)
    addIntent(description) { model, caller, given in
      try given.allowOnly(known)
      return try await perform(model, caller, repeat (each parameters).read(given))
    }
  }

  func addIntent(
    _ description: MethodDescription,
    perform: @escaping @LoopActor (Model, Caller, Parameters) async throws -> Answer
  ) {
    _ = segment(description.name)
    face.intents.append(description)
    performers.append(perform)
  }

  /// Returns the scene of one view model.
  func bind(_ model: Model) -> BoundScene {
    var scene = BoundScene(face: face, outputs: outputs.map { $0(model) }) {
      [performers] intent, caller, parameters in
      try await performers[intent](model, caller, parameters)
    }
    if let load { scene.load = { try await load(model) } }
    if let isDue { scene.isDue = { isDue(model) } }
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

/// What clients may know about scenes of one kind: the names and schemas of their boxes, and the
/// descriptions of their intents.
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

  /// Returns the index of the intent with this name in `intents`.
  func intent(_ name: Substring) -> Int? {
    intents.firstIndex { $0.name == name }
  }
}

/// A scene that only one client has, as `rpc.discover` describes it.
struct PlacedFace {
  /// Equal for all clients that have this kind of scene.
  let id: ObjectIdentifier
  let path: Path
  let face: SceneFace
}

/// A box of any type that can be published.
protocol PublishedOutput {
  /// Encodes the current value.
  func encode() throws -> JSONText
  func attach(_ observer: any BoxObserver, as number: Int)
  func detach(_ observer: any BoxObserver)
}

extension Output: PublishedOutput where Value: Encodable {
  func encode() throws -> JSONText {
    try JSONText(encoding: value)
  }
}

/// One view model as presented by its kind.
struct BoundScene {
  let face: SceneFace
  /// In the order of `face.boxes`.
  let outputs: [any PublishedOutput]
  /// Carries out the intent at an index of `face.intents`.
  let perform: @LoopActor (Int, Caller, Parameters) async throws -> Answer
  var load: (@LoopActor () async throws -> Void)?
  /// Whether what was loaded is out of date; nil if it never is.
  var isDue: (@LoopActor () -> Bool)?
  var refresh: (@LoopActor () -> Void)?
  var observe: (@LoopActor (_ isObserved: Bool) -> Void)?
}

/// The members of an intent's result in addition to the revision, by name.
public typealias Answer = [(name: String, value: JSONText)]
