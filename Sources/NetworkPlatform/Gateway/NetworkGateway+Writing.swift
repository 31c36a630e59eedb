internal import BoxWire
internal import Domain
internal import UVLoop

/// How an attempt to change something ended.
enum ChangeOutcome<Value> {
  case done(Value)
  case refused(Refusal)
}

extension NetworkGateway {
  /// What a service answered to a change that it has made.
  struct Acceptance {
    let answer: JSONText?
    let etag: String?
  }

  /// Carries out a change, and starts over if something else has changed before.
  func untilDone<Value, Failure: StoreFailure>(
    _ subject: Writes.Subject, _ attempt: () async throws(Failure) -> ChangeOutcome<Value>
  ) async throws(Failure) -> Value {
    await writes.turns.begin(subject)
    defer { writes.turns.end(subject) }
    var isMissing = false
    for _ in 1...Self.attempts {
      switch try await attempt() {
      case .done(let value): return value
      case .refused(.store(let error)): throw .store(error)
      case .refused(.conflict): isMissing = false
      case .refused(.missing): isMissing = true
      }
    }
    // What can be read, but is missing when it is to be changed, cannot be changed.
    throw .store(isMissing ? .readOnly : .conflict)
  }

  /// The first attempt, and three more: who changes the same thing that often is a program, which
  /// can try again.
  private static var attempts: Int { 4 }

  /// Shows a change, sends it, and takes it back if it is refused.
  ///
  /// - Parameter topics: those that change.
  func carryOut(
    _ change: ServiceRequests.Change, of topics: [Topic.ID], show: () -> Void, takeBack: () -> Void
  ) async -> Result<Acceptance, Refusal> {
    writes.show(topics)
    separate(topics)
    show()
    let outcome = await requests.send(change)
    separate(topics)
    writes.settle(topics)
    switch outcome {
    case .accepted(let answer, let etag): return .success(Acceptance(answer: answer, etag: etag))
    case .refused(let refusal):
      takeBack()
      return .failure(refusal)
    case .failed(let error):
      takeBack()
      // The service may have made the change nevertheless.
      outdate(topics)
      return .failure(.store(requests.failure(error, at: change.path).storeError))
    }
  }

  /// Separates what is read of topics before a change from what is read after it.
  private func separate(_ topics: [Topic.ID]) {
    for id in [.topics] + topics.flatMap({ [StorePart.board($0), .posts($0)] }) {
      parts[id]?.sources.separate()
    }
  }

  private func outdate(_ topics: [Topic.ID]) {
    for topic in topics {
      for id in [StorePart.board(topic), .posts(topic)] {
        guard let part = parts[id] else { continue }
        outdate(part)
        if part.lookers > 0 { refreshInBackground(part) }
      }
    }
  }
}

extension StoreFailure {
  /// The failure for what could not be read.
  ///
  /// - Parameter missing: for a topic that does not exist.
  static func reading(_ error: ReadError, missing: Self) -> Self {
    switch error {
    case .missing: missing
    case .store(let error): .store(error)
    }
  }
}
