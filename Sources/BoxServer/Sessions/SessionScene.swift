public import BoxWire
public import Boxes
public import UVLoop

/// A scene that each session has for itself, such as `session.draft`: its path, boxes and intents,
/// described once for all sessions.
@LoopActor
public final class SessionScene<Model> {
  public let path: Path
  let kind = SceneKind<Model>()
  private var places: [SessionPlace] = []

  /// - Parameter path: `session`, or a path under it.
  /// - Precondition: it is such a path.
  public init(_ path: String) {
    guard let path = Path(path), path.isUnder(Session.root) else {
      preconditionFailure("\(path) is not a path under \(Session.root)")
    }
    self.path = path
  }

  /// Publishes a box of each session; see ``Scene/publish(_:as:description:)``.
  ///
  /// - Precondition: no session has the scene yet.
  public func publish<Value: Encodable>(
    _ name: String, description: String? = nil, _ output: @escaping (Model) -> Output<Value>
  ) {
    kind.publish(name, description, output)
    places.append(SessionPlace(path, name))
  }

  /// Publishes an intent of each session; see
  /// ``Scene/intent(_:summary:confirm:answers:errors:_:perform:)``.
  ///
  /// - Precondition: no session has the scene yet.
  public func intent<each Value: ParameterValue>(
    _ name: String, summary: String? = nil, confirm question: String? = nil,
    answers: [MemberDescription] = [], errors: [RequestError.Code] = [],
    _ parameters: repeat Parameter<each Value>,
    perform: @escaping @LoopActor (Model, Caller, repeat each Value) async throws -> Answer
  ) {
    kind.intent(name, summary, question, answers, errors, repeat each parameters, perform: perform)
  }

  /// Calls `load` when the client first requests one of the boxes; see
  /// ``SceneFamily/onFirstUse(again:_:)``.
  ///
  /// - Precondition: no session has the scene yet.
  public func onFirstUse(
    again isDue: (@LoopActor (Model) -> Bool)? = nil,
    _ load: @escaping @LoopActor (Model) async throws -> Void
  ) {
    precondition(kind.load == nil, "\(path) has two loads")
    kind.load = load
    kind.isDue = isDue
  }

  /// Returns the scene as it shows the view model of one session.
  public func presenting(_ model: Model) -> SessionPart {
    SessionPart(
      kind: ObjectIdentifier(self), path: path, places: places, scene: kind.bind(model))
  }
}

/// A scene with the view model of one session.
public struct SessionPart {
  /// Identifies the scene, whatever the session.
  let kind: ObjectIdentifier
  let path: Path
  /// In the order of the scene's boxes.
  let places: [SessionPlace]
  let scene: BoundScene
}

/// Where a box of a scene is, in every session.
@LoopActor
final class SessionPlace {
  let path: Path
  let segments: [Substring]
  /// The value that was shared last.
  private var shared: [UInt8] = []

  /// - Parameter name: the last segment.
  init(_ scene: Path, _ name: String) {
    guard let path = Path("\(scene).\(name)") else {
      preconditionFailure("\(scene).\(name) is not a path")
    }
    self.path = path
    segments = path.segments
  }

  /// Returns equal bytes, which are the same as those of other sessions if they have the same value:
  /// most boxes of most sessions have one of few values, such as `false`.
  func share(_ value: [UInt8]) -> [UInt8] {
    guard value != shared else { return shared }
    if value.count <= Self.mostShared { shared = value }
    return value
  }

  /// Longer values are rarely equal, and the last one stays in memory.
  private static let mostShared = 256
}
