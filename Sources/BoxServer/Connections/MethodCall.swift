internal import BoxWire

/// A request whose parameters were read: the method, and the boxes that it concerns.
enum MethodCall {
  case subscribe(Subscribe)
  case unsubscribe(Unsubscribe)
  case get(Get)
  case set(SharedBoxChanges<SetBox>)
  case delete(SharedBoxChanges<DeleteBox>)
  case ping(Ping)
  case discover(Discover)
  /// Any other method: an intent, if there is one.
  case intent(Parameters)

  /// - Parameters:
  ///   - patterns: maximum number of patterns of a connection.
  ///   - held: the number that this one has, which may be greater if the limit was lowered.
  /// - Throws: `RequestError` for parameters that are wrong in themselves.
  init(
    _ request: Request, isInBatch: Bool, patterns: Int, held: Int
  ) throws(RequestError) {
    let parameters = try request.parameters()
    switch request.method {
    case Subscribe.method:
      guard !isInBatch else {
        throw RequestError(.invalidRequest, "subscribe cannot be in a batch")
      }
      self = .subscribe(try Subscribe(parameters, atMost: patterns))
    // Patterns held since before a limit was lowered can be withdrawn together.
    case Unsubscribe.method:
      self = .unsubscribe(try Unsubscribe(parameters, atMost: max(patterns, held)))
    case Get.method: self = .get(try Get(parameters, atMost: patterns))
    case SetBox.method: self = .set(try SharedBoxChanges(parameters))
    case DeleteBox.method: self = .delete(try SharedBoxChanges(parameters))
    case Ping.method: self = .ping(try Ping(parameters))
    case Discover.method: self = .discover(try Discover(parameters, atMost: patterns))
    default: self = .intent(parameters)
    }
  }

  /// Whether it examines many boxes or scenes.
  var isWide: Bool {
    switch self {
    case .get(let request): request.patterns.paths == nil
    case .discover: true
    default: false
    }
  }

  /// Whether it names the client's own boxes or intents, under `session`.
  func namesSession(_ method: String) -> Bool {
    switch self {
    case .subscribe(let request): request.patterns.contains(where: \.isOfSession)
    case .unsubscribe(let request): request.patterns?.contains(where: \.isOfSession) ?? false
    case .get(let request): request.patterns.contains(where: \.isOfSession)
    case .discover(let request): request.patterns?.contains(where: \.isOfSession) ?? true
    case .intent: Path(method)?.isUnder(Session.root) ?? false
    case .set, .delete, .ping: false
    }
  }

  /// Calls `admit` with each thing that the call is about. A method whose name is not a path is about
  /// nothing.
  ///
  /// - Throws: the first error of `admit`, which names the change if there are several.
  func eachSubject(
    of method: String, _ admit: (Access.Subject) throws(RequestError) -> Void
  ) throws(RequestError) {
    switch self {
    case .subscribe(let request): try admit(.patterns(request.patterns))
    case .unsubscribe(let request): try admit(Self.subject(request.patterns))
    case .get(let request): try admit(.patterns(request.patterns))
    case .set(let changes):
      try changes.eachChange { change throws(RequestError) in try admit(.path(change.box)) }
    case .delete(let changes):
      try changes.eachChange { change throws(RequestError) in try admit(.path(change.box)) }
    case .ping: try admit(.nothing)
    case .discover(let request): try admit(Self.subject(request.patterns))
    case .intent: try admit(Path(method).map(Access.Subject.path) ?? .nothing)
    }
  }

  private static func subject(_ patterns: [Pattern]?) -> Access.Subject {
    patterns.map(Access.Subject.patterns) ?? .everything
  }
}

extension Pattern {
  /// Whether it matches boxes of sessions: their root must be named.
  var isOfSession: Bool { segments[0] == .name(Session.root[...]) }
}
