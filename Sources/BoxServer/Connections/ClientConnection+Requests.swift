internal import BoxWire
internal import UVLoop

/// Has requests carried out, and answers them.
extension ClientConnection {
  /// Carries out a line, unless it has to wait.
  ///
  /// - Returns: whether to read more now.
  func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    // Publishes what was assigned before this request.
    registry.log.endTurn()
    if turns.isTight, !isInTurn, line.count > Self.longLine { return putOff(line) }
    if let set = SetLine(line) {
      // The most frequent request, which takes hardly any time; only its answers may be too many.
      perform(set)
      sets += 1
      // A plain `set` changes nothing else that decides whether to continue reading.
      if sets < Self.setsBetweenChecks, !turns.isTight {
        return writer.backlog <= ServerLimits.waitingAnswers
      }
      checkSlice()
      return mayGoOn
    }
    switch Result(catching: { () throws(RequestError) in try RequestLine(line) }) {
    case .failure(let error), .success(.single(.failure(let error))):
      return carryOut(line, .some) { append(Response(id: .null, .failure(error)).line) }
    case .success(.batch(let members)):
      return carryOut(line, .much) { perform(members, line.count) }
    case .success(.single(.success(let request))):
      let call = Result { () throws(RequestError) in
        try dispatcher.read(request, isInBatch: false)
      }
      return carryOut(line, (try? call.get())?.cost ?? .some) {
        perform(call, request.id, line.count)
      }
    }
  }

  private var mayGoOn: Bool { mayRead && !(slice?.isOver ?? false) }

  /// Calls `body`, which carries out the line, unless the line has to wait for its turn.
  private func carryOut(
    _ line: UnsafeRawBufferPointer, _ cost: MethodCall.Cost, _ body: @LoopActor () -> Void
  ) -> Bool {
    // It is kept as text, which takes the least memory.
    if turns.isHeld || turns.isTight && !isInTurn, cost == .much {
      return putOff(line, isMuch: true)
    }
    beginSlice()
    if cost != .little { slice?.costsLittle = false }
    body()
    registry.log.endTurn()
    checkSlice()
    return mayGoOn
  }

  /// Keeps a line until its turn.
  private func putOff(_ line: UnsafeRawBufferPointer, isMuch: Bool = false) -> Bool {
    waitForTurn(isMuch: isMuch)
    reader.putBack(line)
    return false
  }

  // MARK: Requests

  private func perform(_ set: SetLine) {
    do throws(RequestError) {
      let revision = try dispatcher.perform(set)
      if let id = set.id { appendResponse(id: id, revision: revision) }
    } catch {
      guard let id = set.id else { return }
      append(Response(id: JSONText(valid: Array(id)), .failure(error)).line)
    }
  }

  /// - Parameter bytes: the size of the line, which is held until it is answered.
  private func perform(_ call: Result<MethodCall, RequestError>, _ id: JSONText?, _ bytes: Int) {
    unanswered += 1
    requestBytes += bytes
    let reply: Reply = { [self] outcome in
      unanswered -= 1
      requestBytes -= bytes
      if let id { answer(id, outcome) }
      requestFlush()
    }
    switch call {
    case .success(let call): dispatcher.perform(call, output: self, isAnswered: id != nil, reply)
    case .failure(let error): reply(.failure(error))
    }
  }

  private func answer(_ id: JSONText, _ outcome: Result<ResultValue, RequestError>) {
    switch outcome {
    case .success(.text(let text)): append(Response(id: id, .success(text)).line)
    case .success(.shared(let shared)):
      let (head, tail) = Response.around(id: id)
      append([OutputPiece(head), shared.piece, OutputPiece(tail)])
    case .failure(let error): append(Response(id: id, .failure(error)).line)
    }
  }

  private func perform(_ members: [Batch.Member], _ bytes: Int) {
    unanswered += members.count
    requestBytes += bytes
    // The bytes of answers that wait for others.
    var answers = 0
    let batch = Batch(
      members, turns: turns, user: user,
      perform: { [self] request, reply in
        perform(request) { [self] outcome in
          if case .success(let value) = outcome {
            answers += value.json.bytes.count
            requestBytes += value.json.bytes.count
          }
          reply(outcome)
        }
        registry.log.endTurn()
      },
      willWait: { [self] isWaiting in
        waitingBatches += isWaiting ? 1 : -1
        requestFlush()
      },
      finish: { [self] responses in
        unanswered -= members.count
        requestBytes -= bytes + answers
        if let line = Response.line(batch: responses) { append(line) }
        requestFlush()
      })
    batch.run()
  }

  /// Carries out a member of a batch.
  private func perform(_ request: Request, _ reply: @escaping Reply) {
    do throws(RequestError) {
      let call = try dispatcher.read(request, isInBatch: true)
      // The session has ended, and none begins.
      if phase == .closed, call.namesSession { throw .connectionEnded }
      dispatcher.perform(call, output: self, isAnswered: request.id != nil, reply)
    } catch {
      reply(.failure(error))
    }
  }

  /// The number of plain `set` lines after which the clock is read.
  private static let setsBetweenChecks = 16
  /// The length in bytes of a line that takes some time to read.
  private static let longLine = 16 << 10
}
