internal import BoxWire
internal import UVLoop

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
  case intent(Path, Parameters)

  /// - Parameters:
  ///   - patterns: maximum number of patterns of a connection.
  ///   - held: the number that this one has, which may be greater if the limit was lowered.
  /// - Throws: `RequestError` for parameters that are wrong in themselves, and -32601 for a method
  ///   that cannot be an intent.
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
    default:
      // Some texts that are not paths are equal to one: those with a Kelvin sign instead of a K.
      guard let path = Path(request.method) else { throw .noMethod(request.method) }
      self = .intent(path, parameters)
    }
  }

  /// The expected time to carry out a line.
  enum Cost {
    /// Almost none.
    case little
    /// Unknown, as for an intent.
    case some
    /// Long: it examines many boxes, or consists of many requests.
    case much
  }

  var cost: Cost {
    switch self {
    case .ping: .little
    case .set(.one), .delete(.one): .little
    case .subscribe, .get, .discover, .set, .delete: .much
    case .unsubscribe, .intent: .some
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
  var namesSession: Bool {
    switch self {
    case .subscribe(let request): request.patterns.contains(where: \.isOfSession)
    case .unsubscribe(let request): request.patterns?.contains(where: \.isOfSession) ?? false
    case .get(let request): request.patterns.contains(where: \.isOfSession)
    case .discover(let request): request.patterns?.contains(where: \.isOfSession) ?? true
    case .intent(let path, _): path.isUnder(Session.root)
    case .set, .delete, .ping: false
    }
  }

  /// Checks whether the call is allowed.
  ///
  /// - Throws: `RequestError` -32003, which names the change if there are several.
  func check(_ rights: Rights) throws(RequestError) {
    switch self {
    case .subscribe(let request): try request.patterns.check(rights)
    case .get(let request): try request.patterns.check(rights)
    case .set(let changes):
      try changes.eachChange { change throws(RequestError) in
        try rights.check(.set, at: change.box)
      }
    case .delete(let changes):
      try changes.eachChange { change throws(RequestError) in
        try rights.check(.delete, at: change.box)
      }
    case .discover(let request):
      for path in request.patterns?.compactMap(\.path) ?? []
      where !path.isUnder(Session.root) && !path.isMethod && !rights.mayKnow(path) {
        throw Rights.refusal(.read, at: path)
      }
    case .intent(let path, _):
      if !path.isUnder(Session.root) { try rights.check(.call, at: path) }
    case .unsubscribe, .ping: return
    }
  }
}

extension [Pattern] {
  /// Checks those that name one box.
  fileprivate func check(_ rights: Rights) throws(RequestError) {
    for path in compactMap(\.path) where !path.isUnder(Session.root) {
      try rights.check(.read, at: path)
    }
  }
}

extension Path {
  /// Whether it is a method that every daemon has.
  fileprivate var isMethod: Bool { MethodDescription.builtIn().contains { $0.name == text } }
}

extension Pattern {
  /// Whether it matches boxes of sessions: their root must be named.
  var isOfSession: Bool { segments[0] == .name(Session.root[...]) }
}

/// Receives the outcome of a request; called once, now or later.
typealias Reply = @LoopActor (Result<ResultValue, RequestError>) -> Void

/// The result of a request.
enum ResultValue {
  case text(JSONText)
  /// JSON that may be the answer to other clients as well.
  case shared(SharedBytes)

  @LoopActor var json: JSONText {
    switch self {
    case .text(let text): text
    case .shared(let shared): JSONText(valid: shared.bytes)
    }
  }
}
