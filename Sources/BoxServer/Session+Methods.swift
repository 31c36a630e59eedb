internal import BoxWire
internal import Logging
internal import UVLoop

/// The methods of the protocol.
extension Session {
  typealias Reply = @LoopActor (Result<JSONText, RequestError>) -> Void

  /// Has a request carried out; `reply` is called once, now or later.
  func perform(_ request: Request, isInBatch: Bool, _ reply: @escaping Reply) {
    do throws(RequestError) {
      let parameters = try request.parameters()
      switch request.method {
      case SetBox.method: reply(.revision(try registry.shared.set(SetBox(parameters))))
      case DeleteBox.method: reply(.revision(try registry.shared.delete(DeleteBox(parameters))))
      case Ping.method: try ping(Ping(parameters), reply)
      case Get.method: get(try Get(parameters, atMost: registry.limits.patterns), reply)
      case Subscribe.method:
        guard !isInBatch else {
          throw RequestError(.invalidRequest, "subscribe cannot be in a batch")
        }
        try subscribe(Subscribe(parameters, atMost: registry.limits.patterns), reply)
      case Unsubscribe.method:
        // What was held when a limit was lowered can be taken back together.
        let held = isSubscribed ? subscriber.patterns.count : 0
        let most = max(registry.limits.patterns, held)
        unsubscribe(try Unsubscribe(parameters, atMost: most), reply)
      case Discover.method:
        discover(try Discover(parameters, atMost: registry.limits.patterns), reply)
      default: try call(request.method, parameters, reply)
      }
    } catch {
      reply(.failure(error))
    }
  }

  private func ping(_ request: Ping, _ reply: @escaping Reply) {
    guard isSubscribed else { return reply(.revision(registry.publisher.revision)) }
    let revision = registry.publisher.revision
    subscriber.sendChanges()
    subscriber.whenSynced { isSynced in
      reply(isSynced ? .revision(revision) : .failure(.connectionEnded))
    }
  }

  private func get(_ request: Get, _ reply: @escaping Reply) {
    registry.whenReady(request.patterns) { [self] in
      registry.publisher.endTurn()
      reply(Result { () throws(RequestError) in try values(request.patterns) })
    }
  }

  private func values(_ patterns: [Pattern]) throws(RequestError) -> JSONText {
    let publisher = registry.publisher
    for path in patterns.compactMap(\.path) where publisher.box(at: path) == nil {
      throw RequestError(.notFound, "there is no box \(path)")
    }
    let boxes = publisher.boxes(matching: patterns)
    let size = lineSize(of: boxes)
    guard size <= ProtocolLimits.answer else {
      throw .limit(
        "answer", "the answer would be over \(ProtocolLimits.answer) bytes: subscribe instead")
    }
    return BoxesLine.result(
      epoch: publisher.epoch, revision: publisher.revision, members: boxes.map(\.member))
  }

  private func discover(_ request: Discover, _ reply: @escaping Reply) {
    registry.publisher.endTurn()
    reply(Result { () throws(RequestError) in try registry.discover(request) })
  }

  private func subscribe(_ request: Subscribe, _ reply: @escaping Reply) throws(RequestError) {
    try check(request)
    registry.whenReady(request.patterns) { [self] in
      guard !isEnded else { return reply(.failure(.connectionEnded)) }
      // Another one may have been carried out meanwhile.
      do throws(RequestError) {
        try check(request)
      } catch {
        return reply(.failure(error))
      }
      let publisher = registry.publisher
      publisher.endTurn()
      let place = request.since.flatMap(publisher.place)
      reply(
        .success(
          JSONText(members: [
            ("epoch", JSONText(publisher.epoch)), ("revision", JSONText(publisher.revision)),
            ("resumed", JSONText(place != nil)),
          ])))
      let subscriber = becomeSubscriber()
      if let place {
        subscriber.add(request.patterns, request.delivery, after: place)
      } else {
        subscriber.add(request.patterns, request.delivery)
      }
      subscriber.resume()
      scheduleFlush()
    }
  }

  /// Checks a request against what the connection holds.
  private func check(_ request: Subscribe) throws(RequestError) {
    guard isSubscribed, let held = subscriber.delivery else { return }
    if let mode = request.mode, mode != held.mode {
      throw .invalid(member: "mode", "this connection has mode \(held.mode)")
    }
    if let interval = request.interval, interval != held.interval {
      throw .invalid(member: "interval", "this connection has interval \(held.interval)")
    }
    guard request.since == nil else {
      throw .invalid(member: "since", "this connection holds patterns already")
    }
    let patterns = subscriber.patterns
    let count = patterns.count + request.patterns.without(patterns).count
    let limit = registry.limits.patterns
    guard count <= limit else {
      throw .limit("patterns", "a connection has at most \(limit) patterns")
    }
  }

  private func unsubscribe(_ request: Unsubscribe, _ reply: Reply) {
    guard isSubscribed else { return reply(.success(JSONText(members: []))) }
    subscriber.remove(request.patterns)
    reply(.success(JSONText(members: [])))
    // Only now is it clear why some of it is not to come.
    subscriber.finishWaiting()
    subscriber.resume()
  }

  private func call(
    _ method: String, _ parameters: Parameters, _ reply: @escaping Reply
  ) throws(RequestError) {
    guard let intent = registry.intent(at: method) else {
      throw RequestError(.noMethod, "there is no method \(method)")
    }
    let caller = caller
    registry.tasks.start { [registry] in
      let outcome = await registry.perform(intent, caller, parameters)
      registry.publisher.atEndOfTurn { revision in
        reply(outcome.map { JSONText(members: [("revision", JSONText(revision))] + $0) })
      }
    }
  }
}

extension Registry {
  fileprivate func perform(
    _ intent: Intent, _ caller: Caller, _ parameters: Parameters
  ) async -> Result<Answer, RequestError> {
    do {
      return .success(try await intent.perform(caller, parameters))
    } catch let error as RequestError {
      return .failure(error)
    } catch {
      logger.error("\(intent.description.name): \(error)")
      return .failure(RequestError(.fault, "the daemon failed; its log says how"))
    }
  }
}

extension Subscribe {
  /// How a connection without patterns is told of changes from now on.
  fileprivate var delivery: Delivery {
    Delivery(mode: mode ?? .latest, interval: interval ?? 0)
  }
}

extension Result<JSONText, RequestError> {
  fileprivate static func revision(_ revision: Int) -> Self {
    .success(JSONText(members: [("revision", JSONText(revision))]))
  }
}

extension RequestError {
  fileprivate static let connectionEnded = RequestError(
    .unavailable, "the connection has ended", .retryAfter(ServerLimits.retryAfterShutdown))
}
