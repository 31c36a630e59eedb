public import BoxWire
public import Boxes
public import UVLoop

/// Scenes of one kind under a pattern, such as `topics.*.pros`: described once, however many there
/// are, and each created when it is needed.
///
/// A member is a name: the segment in place of the `*`, or those in place of several, joined by dots,
/// such as `ai.1` for `topics.ai.options.1.pros`. Its boxes and intents exist for clients as soon as
/// it is inserted. The scene itself is created when a client first names one of them, and released
/// some time after it is neither observed nor busy.
@LoopActor
public final class SceneFamily<Model> {
  /// When the scenes of a family exist.
  public enum Residence: Sendable {
    /// While a client needs them.
    case onDemand
    /// From insertion to removal: for boxes that are observed together, such as `topics.*.summary`.
    case always
  }

  let kind = SceneKind<Model>()
  let members: FamilyMembers

  /// - Parameters:
  ///   - pattern: the place of the scenes: segments, one or more of which after the first are `*`.
  ///   - make: creates the view model of a member.
  /// - Precondition: `pattern` is such a pattern.
  public init(
    _ pattern: String, _ residence: Residence = .onDemand,
    make: @escaping @LoopActor (_ name: String) -> Model
  ) {
    members = FamilyMembers(pattern, isStanding: residence == .always) { [kind] in
      kind.bind(make($0))
    }
  }

  /// Publishes a box of each member; see ``Scene/publish(_:as:description:)``.
  public func publish<Value: Encodable>(
    _ name: String, description: String? = nil, _ output: @escaping (Model) -> Output<Value>
  ) {
    kind.publish(name, description, output)
  }

  /// Publishes an intent of each member; see ``Scene/intent(_:summary:confirm:answers:errors:_:perform:)``.
  public func intent<each Value: ParameterValue>(
    _ name: String, summary: String? = nil, confirm question: String? = nil,
    answers: [MemberDescription] = [], errors: [RequestError.Code] = [],
    _ parameters: repeat Parameter<each Value>,
    perform: @escaping @LoopActor (Model, Caller, repeat each Value) async throws -> Answer
  ) {
    kind.intent(name, summary, question, answers, errors, repeat each parameters, perform: perform)
  }

  /// Calls `load` when a client first requests one of a member's boxes, and again for the next
  /// client if it threw; `subscribe` and `get` wait for it for a while. At most one can be given.
  ///
  /// - Parameter isDue: returns true if what was loaded is out of date: then `load` is called again
  ///   for the next client. nil if it never is.
  public func onFirstUse(
    again isDue: (@LoopActor (Model) -> Bool)? = nil,
    _ load: @escaping @LoopActor (Model) async throws -> Void
  ) {
    precondition(kind.load == nil, "\(members.pattern) has two loads")
    precondition(!members.isStanding, "scenes that exist always have nothing to load")
    kind.load = load
    kind.isDue = isDue
  }

  /// Calls `observe` when the first client subscribes to one of a member's boxes, and when the last
  /// one has left or the member is removed.
  public func onObservedChange(
    _ observe: @escaping @LoopActor (_ model: Model, _ isObserved: Bool) -> Void
  ) {
    precondition(!members.isStanding, "scenes that exist always do not know who observes them")
    kind.observe = observe
  }

  /// Adds members. Members that already exist are left unchanged.
  ///
  /// - Precondition: each name is as many segments of a path as there are `*`, joined by dots.
  public func insert(_ names: some Sequence<String>) {
    members.insert(names)
  }

  /// Removes a member: its boxes in the revision of this turn, its intents at once. Calls in
  /// progress are cancelled. The name can be inserted again at once.
  public func remove(_ name: String) {
    members.remove(name)
  }
}
