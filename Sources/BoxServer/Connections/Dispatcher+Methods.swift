internal import BoxWire
internal import Logging
internal import UVLoop

/// The methods of the protocol.
extension Dispatcher {
  func carryOut(
    _ call: MethodCall, _ method: String, _ reply: @escaping Reply
  ) throws(RequestError) {
    switch call {
    case .subscribe(let request): try subscribe(request, reply)
    case .unsubscribe(let request): unsubscribe(request, reply)
    case .get(let request): get(request, reply)
    case .set(let request): reply(.revision(try registry.shared.set(request)))
    case .delete(let request): reply(.revision(try registry.shared.delete(request)))
    case .ping: ping(reply)
    case .discover(let request): discover(request, reply)
    case .intent(let parameters): registry.perform(method, caller, parameters, reply)
    }
  }

  private func ping(_ reply: @escaping Reply) {
    let revision = registry.log.revision
    guard let subscriber else { return reply(.revision(revision)) }
    registry.delivery.whenSynced(subscriber) { isSynced in
      reply(isSynced ? .revision(revision) : .failure(.connectionEnded))
    }
  }

  private func get(_ request: Get, _ reply: @escaping Reply) {
    registry.scenes.whenReady(request.patterns) { [self] in
      endTurn()
      reply(
        Result { () throws(RequestError) in
          try registry.answers.answer(key(Get.method, request.patterns, registry.log.revision)) {
            () throws(RequestError) in try values(request.patterns)
          }
        })
    }
  }

  private func values(_ patterns: [Pattern]) throws(RequestError) -> JSONText {
    let log = registry.log
    for path in patterns.compactMap(\.path) where log.box(at: path) == nil {
      guard registry.scenes.isKnown(path.text) else { throw .unknown(at: path.text) }
      throw RequestError(.notFound, "there is no box \(path.text.excerpt)")
    }
    let boxes = log.boxes(matching: patterns)
    let size = lineSize(of: boxes)
    guard size <= ProtocolLimits.answer else {
      throw .limit(
        "answer",
        "the answer would be over \(ProtocolLimits.answer) bytes: subscribe instead")
    }
    return BoxesLine.result(
      epoch: log.epoch, revision: log.revision, members: boxes.map(\.member))
  }

  private func discover(_ request: Discover, _ reply: @escaping Reply) {
    registry.scenes.whenKnown(request.patterns) { [self] in
      endTurn()
      reply(
        Result { () throws(RequestError) in
          let version = registry.shared.version + registry.scenes.version
          return try registry.answers.answer(key(Discover.method, request.patterns, version)) {
            () throws(RequestError) in try registry.discover(request)
          }
        })
    }
  }

  private func key(
    _ method: String, _ patterns: [Pattern]?, _ version: Int
  ) -> SharedAnswers.Key {
    SharedAnswers.Key(method: method, patterns: patterns, version: version)
  }

  private func subscribe(_ request: Subscribe, _ reply: @escaping Reply) throws(RequestError) {
    try check(request)
    registry.scenes.whenReady(request.patterns) { [self] in
      guard !hasEnded else { return reply(.failure(.connectionEnded)) }
      // Another `subscribe` may have been carried out while this one waited.
      do throws(RequestError) {
        try check(request)
      } catch {
        return reply(.failure(error))
      }
      endTurn()
      let log = registry.log
      let cursor =
        request.replay.map { log.cursor(replaying: $0, of: request.patterns) }
        ?? request.since.flatMap { registry.scenes.cursor(at: $0, request.patterns) }
      reply(
        .success(
          .text(
            JSONText(members: [
              ("epoch", JSONText(log.epoch)), ("revision", JSONText(log.revision)),
              ("resumed", JSONText(cursor != nil)),
            ]))))
      let subscriber = becomeSubscriber()
      if let cursor {
        registry.delivery.subscribe(
          subscriber, to: request.patterns, request.options, after: cursor)
      } else {
        registry.delivery.subscribe(subscriber, to: request.patterns, request.options)
      }
    }
  }

  /// Checks a request against what the connection already has.
  private func check(_ request: Subscribe) throws(RequestError) {
    guard let subscriber, let held = subscriber.options else { return }
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
    let patterns = subscriber.patterns
    let count = patterns.count + request.patterns.without(patterns).count
    let limit = registry.limits.patterns
    guard count <= limit else {
      throw .limit("patterns", "a connection has at most \(limit) patterns")
    }
  }

  private func unsubscribe(_ request: Unsubscribe, _ reply: Reply) {
    guard let subscriber else { return reply(.success(.text(JSONText(members: [])))) }
    registry.delivery.unsubscribe(subscriber, from: request.patterns)
    reply(.success(.text(JSONText(members: []))))
    // Only now is it clear which part of it is no longer due, and why.
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
