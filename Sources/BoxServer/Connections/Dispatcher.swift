internal import BoxWire
internal import UVLoop

/// Turns the requests of one client into answers: the methods of the protocol. It keeps nothing
/// itself, and does not know how answers are sent.
@LoopActor
struct Dispatcher {
  let client: ServedClient

  var registry: Registry { client.registry }
  private var subscriber: Subscriber? { client.subscriber }
  private var session: Session? { client.session }
  private var rights: Rights? { client.rights }

  /// Carries out a plain `set`.
  ///
  /// - Returns: the revision of the box's last change.
  func perform(_ set: SetLine) throws(RequestError) -> Int {
    try client.admit(set)
    return try registry.shared.set(set.box, to: set.value)
  }

  /// Reads the parameters of a request.
  ///
  /// - Throws: as ``MethodCall/init(_:isInBatch:patterns:held:)``.
  func read(_ request: Request, isInBatch: Bool) throws(RequestError) -> MethodCall {
    try MethodCall(
      request, isInBatch: isInBatch, patterns: registry.limits.patterns, held: client.patternCount)
  }

  /// Carries out a call; `reply` is called once, now or later.
  ///
  /// - Parameters:
  ///   - output: takes what the client subscribes to.
  ///   - isAnswered: whether the client gets the outcome.
  func perform(
    _ call: MethodCall, output: any SubscriberOutput, isAnswered: Bool, _ reply: @escaping Reply
  ) {
    do throws(RequestError) {
      try client.admit(call)
      if isInVain(call, isAnswered) { return reply(.failure(.connectionEnded)) }
      if session == nil, call.namesSession {
        try client.beginSession(output)
        // It may begin with a login.
        try client.admit(call)
      }
      try carryOut(call, output, reply)
    } catch {
      reply(.failure(error))
    }
  }

  /// Whether a call changes nothing and its answer would not be read.
  private func isInVain(_ call: MethodCall, _ isAnswered: Bool) -> Bool {
    switch call {
    case .set, .delete, .intent: false
    case .subscribe, .unsubscribe, .ping: client.transport.isClosed
    case .get, .discover:
      !isAnswered || (call.isWide ? client.transport.isGone : client.transport.isClosed)
    }
  }

  // MARK: Methods

  private func carryOut(
    _ call: MethodCall, _ output: any SubscriberOutput, _ reply: @escaping Reply
  ) throws(RequestError) {
    switch call {
    case .subscribe(let request): try subscribe(request, output, reply)
    case .unsubscribe(let request): afterSubscribes { [self] in unsubscribe(request, reply) }
    case .get(let request): get(request, reply)
    case .set(let request):
      guard let boxes = try registry.storedBoxes(of: request) else {
        return reply(.revision(try registry.shared.set(request)))
      }
      change(boxes, call, reply) { () async throws(RequestError) in try await boxes.set(request) }
    case .delete(let request):
      guard let boxes = try registry.storedBoxes(of: request) else {
        return reply(.revision(try registry.shared.delete(request)))
      }
      change(boxes, call, reply) { () async throws(RequestError) in
        try await boxes.delete(request)
      }
    case .ping: afterSubscribes { [self] in ping(reply) }
    case .discover(let request): discover(request, reply)
    case .intent(let path, let parameters):
      guard let session, call.namesSession else {
        return registry.perform(path.text, parameters, reply) { [self] () throws(RequestError) in
          // Rights may have changed while its root was loaded.
          try client.admit(call)
          return client.caller
        }
      }
      try session.perform(path.text, parameters, reply)
    }
  }

  /// Makes and loads the scenes with boxes that match, and then calls `body`. If the client's rights
  /// change during the wait, the request is checked again.
  private func whenReady(
    _ call: MethodCall, _ patterns: [Pattern], _ reply: @escaping Reply,
    _ body: @escaping @LoopActor () -> Void
  ) {
    let before = rights
    registry.scenes.whenReady(Selection(patterns, before)) { [self] in
      do throws(RequestError) {
        try client.admit(call)
      } catch {
        return reply(.failure(error))
      }
      guard rights == before else { return whenReady(call, patterns, reply, body) }
      guard let session, call.namesSession else { return body() }
      session.whenReady(patterns) { [self] in
        if rights == before { body() } else { whenReady(call, patterns, reply, body) }
      }
    }
  }

  /// Has a store change boxes once they are known, after what the same client has changed before.
  private func change(
    _ boxes: StoredBoxes, _ call: MethodCall, _ reply: @escaping Reply,
    _ body: @escaping @LoopActor () async throws(RequestError) -> StoredBoxes.Outcome
  ) {
    registry.scenes.whenKnown(boxes.root) { [self] in
      registry.tasks.start {
        let id = ObjectIdentifier(client)
        await registry.storing.begin(id)
        let result: Result<ResultValue, RequestError>
        do throws(RequestError) {
          // Rights may have changed in the meantime.
          try client.admit(call)
          if let error = registry.scenes.unknown(boxes.root) { throw error }
          let outcome = try await body()
          result = .success(
            .text(
              JSONText(members: [
                ("revision", JSONText(outcome.revision)),
                ("storeRevision", JSONText(outcome.storeRevision)),
              ])))
        } catch {
          result = .failure(error)
        }
        registry.storing.end(id)
        reply(result)
      }
    }
  }

  private func ping(_ reply: @escaping Reply) {
    let revision = registry.log.revision
    guard let subscriber else { return reply(.revision(revision)) }
    registry.delivery.whenSynced(subscriber) { [self] isSynced in
      guard isSynced else { return reply(.failure(.connectionEnded)) }
      let sent = registry.delivery.sentRevision(of: subscriber)
      session?.boxes.sendDue(revision: max(revision, sent))
      reply(.revision(revision))
    }
  }

  private func get(_ request: Get, _ reply: @escaping Reply) {
    whenReady(.get(request), request.patterns, reply) { [self] in
      registry.log.endTurn()
      _ = registry.log.settle(request.patterns, rights)
      reply(
        Result { () throws(RequestError) in
          // Nobody else has the same values.
          guard !request.patterns.contains(where: \.isOfSession) else {
            return .text(try values(request.patterns))
          }
          return try registry.answers.answer(
            key(Get.method, request.patterns, registry.log.revision)
          ) { () throws(RequestError) in try values(request.patterns) }
        })
    }
  }

  private func values(_ patterns: [Pattern]) throws(RequestError) -> JSONText {
    let log = registry.log
    for path in patterns.compactMap(\.path)
    where log.box(at: path) == nil && session?.boxes.has(path) != true {
      if let error = registry.scenes.unknown(path.text) { throw error }
      throw RequestError(.notFound, "there is no box \(path.text.excerpt)")
    }
    let members =
      log.boxes(in: Selection(patterns, rights)).map(\.member)
      + (session?.boxes.members(matching: patterns) ?? [])
    let size = members.reduce(0) { $0 + $1.count + 1 }
    guard size <= ProtocolLimits.answer else {
      throw .limit(
        "answer",
        "the answer would be over \(ProtocolLimits.answer) bytes: subscribe instead")
    }
    return BoxesLine.result(epoch: log.epoch, revision: log.revision, members: members)
  }

  private func discover(_ request: Discover, _ reply: @escaping Reply) {
    registry.scenes.whenKnown(request.patterns, rights) { [self] in
      registry.log.endTurn()
      reply(
        Result { () throws(RequestError) in
          let version = registry.log.versionOfClients + registry.scenes.version
          let scenes = session?.scenes(in: request.patterns) ?? []
          var key = key(Discover.method, request.patterns, version)
          key.scenes = scenes.map(\.id)
          return try registry.answers.answer(key) {
            () throws(RequestError) in try registry.discover(request, scenes, rights)
          }
        })
    }
  }

  private func key(
    _ method: String, _ patterns: [Pattern]?, _ version: Int
  ) -> SharedAnswers.Key {
    SharedAnswers.Key(method: method, patterns: patterns, rights: rights, version: version)
  }

  private func subscribe(
    _ request: Subscribe, _ output: any SubscriberOutput, _ reply: @escaping Reply
  ) throws(RequestError) {
    try check(request)
    let number = client.subscribes.add()
    let refuse: Reply = { [self] in
      reply($0)
      endSubscribe(number)
    }
    whenReady(.subscribe(request), request.patterns, refuse) { [self] in
      defer { endSubscribe(number) }
      guard !output.hasEnded else { return reply(.failure(.connectionEnded)) }
      // Another `subscribe` may have been carried out while this one waited.
      do throws(RequestError) {
        try check(request)
      } catch {
        return reply(.failure(error))
      }
      registry.log.endTurn()
      let log = registry.log
      let isKnown = log.settle(request.patterns, rights)
      let cursor = start(of: request, isKnown: isKnown)
      reply(
        .success(
          .text(
            JSONText(members: [
              ("epoch", JSONText(log.epoch)), ("revision", JSONText(log.revision)),
              ("resumed", JSONText(cursor != nil)),
            ]))))
      begin(request, client.subscriber(to: output), after: cursor)
    }
  }

  private func endSubscribe(_ number: Int) {
    client.subscribes.remove(number)
    while let body = client.subscribes.next() { body() }
  }

  /// Calls `body` after each `subscribe` before this request: at once, or later.
  private func afterSubscribes(_ body: @escaping SubscribeOrder.Body) {
    if client.subscribes.isEmpty { body() } else { client.subscribes.add(body) }
  }

  /// Returns where a subscription resumes; nil when it begins with a snapshot.
  ///
  /// - Parameter isKnown: whether it is known what has changed since an earlier run.
  private func start(of request: Subscribe, isKnown: Bool) -> Cursor? {
    let patterns = request.patterns
    // Nothing of a session is resumed.
    if session != nil, patterns.allSatisfy(\.isOfSession) { return nil }
    if let count = request.replay {
      // What may be read now may have had values that nobody else was to see.
      return registry.log.cursor(
        replaying: count, of: Selection(patterns, rights), after: registry.rightsRevision)
    }
    // A client whose rights are limited, or were, may have missed what it was not allowed to read.
    guard let since = request.since, isKnown, rights == nil,
      since.revision > registry.rightsRevision
    else {
      return nil
    }
    return registry.scenes.cursor(at: since, patterns)
  }

  /// Sends what the new patterns match, and its changes from then on.
  ///
  /// - Parameter cursor: where a client resumes; nil for a snapshot.
  private func begin(_ request: Subscribe, _ subscriber: Subscriber, after cursor: Cursor?) {
    var options = options ?? request.options
    options.rights = rights
    let own = session == nil ? [] : request.patterns.filter(\.isOfSession)
    let shared = request.patterns.without(own)
    if !own.isEmpty { session?.boxes.subscribe(to: own, options) }
    if let cursor, !shared.isEmpty {
      registry.delivery.subscribe(subscriber, to: shared, options, after: cursor)
    } else if !shared.isEmpty {
      registry.delivery.subscribe(subscriber, to: shared, options)
    } else if subscriber.group != nil {
      registry.delivery.sync(subscriber)
    } else {
      session?.boxes.sync()
    }
  }

  /// How the connection receives changes; nil while it holds no pattern.
  private var options: DeliveryOptions? { subscriber?.options ?? session?.boxes.options }

  /// Checks a request against what the connection already has.
  private func check(_ request: Subscribe) throws(RequestError) {
    guard let held = options else { return }
    if let mode = request.mode, mode != held.mode {
      throw .invalid(member: "mode", "this connection has mode \(held.mode)")
    }
    if let interval = request.interval, interval != held.interval {
      throw .invalid(
        member: "interval", "this connection has interval \(Int(held.interval / .milliseconds(1)))")
    }
    guard request.since == nil, request.replay == nil else {
      throw .invalid(
        member: request.since == nil ? "replay" : "since", "this connection holds patterns already")
    }
    let patterns = (subscriber?.patterns ?? []) + (session?.boxes.patterns ?? [])
    let count = patterns.count + request.patterns.without(patterns).count
    let limit = registry.limits.patterns
    guard count <= limit else {
      throw .limit("patterns", "a connection has at most \(limit) patterns")
    }
  }

  private func unsubscribe(_ request: Unsubscribe, _ reply: @escaping Reply) {
    guard let subscriber else { return reply(.success(.text(JSONText(members: [])))) }
    session?.boxes.unsubscribe(from: request.patterns)
    let syncs = registry.delivery.unsubscribe(subscriber, from: request.patterns)
    reply(.success(.text(JSONText(members: []))))
    // Only now is it known which snapshots were withdrawn.
    session?.boxes.sync(count: syncs)
    registry.delivery.resume(subscriber)
  }
}

extension Subscribe {
  /// How a connection without patterns receives changes from now on.
  fileprivate var options: DeliveryOptions {
    DeliveryOptions(mode: mode ?? .latest, interval: interval ?? .zero)
  }
}

extension Result<ResultValue, RequestError> {
  fileprivate static func revision(_ revision: Int) -> Self {
    .success(.text(JSONText(members: [("revision", JSONText(revision))])))
  }
}

extension RequestError {
  static let connectionEnded = RequestError(
    .unavailable, "the connection has ended", .retryAfter(ServerLimits.retryAfterShutdown))
}
