internal import BoxWire
internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// A watch on a range of keys that continues at another member when one fails.
///
/// A watch without events is silent, and so is one whose member is frozen, cut off from the network or
/// from the majority. What proves that it lives: once a second, the revision of the cluster is read,
/// for which a majority must answer, and then the watch is asked, on its own stream, for its revision.
/// If that is at least the one of the cluster, the member has applied all that the cluster had when it
/// was read, and the stream carries what the member sends. Where the answer overtakes events (etcd
/// before 3.4.25), they follow as soon as the member sends again: it chooses at random between both.
/// A member that is silent or behind for too long is left.
@LoopActor
final class EtcdWatch {
  let news = EtcdNewsQueue()
  private let range: EtcdRange
  private let connection: EtcdConnection
  /// Of its own: in HTTP/2, a stream waits for those of the same connection.
  private let client: HTTPClient
  private let limits: EtcdLimits
  private var steps: EtcdSteps
  private(set) var proof = EtcdProof(at: .now)
  private var isInterrupted = false
  private var index: Int
  private var stream: HTTPStream?
  /// When the member has answered last.
  private var heard = MonotonicTime.now
  /// Whether the reader is waited for, and the member is not read from.
  private var isFull = false
  /// Why the last stream ended, with the member.
  private var reason: String
  /// Why ``prove()`` left the stream; nil while it has not.
  private var left: String?
  private var task: Task<Void, Never>?
  private var reading: Task<Void, Never>?
  private var timer: Timer?

  private enum End {
    case compacted
    case failed(reason: String)
  }

  /// - Parameters:
  ///   - connection: reads the revision of the cluster.
  ///   - client: sends nothing but this watch.
  init(
    of range: EtcdRange, after revision: Int, _ connection: EtcdConnection, _ client: HTTPClient
  ) {
    self.range = range
    self.connection = connection
    self.client = client
    limits = connection.limits
    index = connection.preferred
    reason = "\(connection.members[connection.preferred].origin): no answer in time"
    steps = EtcdSteps(after: revision)
  }

  /// - Parameter whenEnded: called once.
  func start(whenEnded: @escaping @LoopActor () -> Void) {
    timer = Timer(after: .zero, every: limits.proof) { [weak self] in self?.prove() }
    task = LoopActor.task { [self] in
      await run()
      cancelWork()
      news.end()
      whenEnded()
    }
  }

  /// Ends it at once, and its news.
  func cancel() {
    news.cancel()
    task?.cancel()
    cancelWork()
  }

  private func cancelWork() {
    timer = nil
    reading?.cancel()
    client.close()
  }

  private func run() async {
    var pause = limits.pause
    while !news.isEnded {
      let before = proof.last
      let end = await follow(connection.members[index])
      stream = nil
      guard case .failed(let reason) = end, !news.isEnded else {
        if case .compacted = end { news.add(.compacted) }
        return
      }
      self.reason = reason
      index = (index + 1) % connection.members.count
      steps.restart()
      // A member that failed after it was of use is left without a pause.
      if proof.last > before { pause = limits.pause }
      await Pause.wait(for: pause * Double.random(in: 0...1))
      pause = min(pause * 2, limits.longestPause)
    }
  }

  /// Delivers what a member sends, until it fails.
  private func follow(_ member: HTTPURL) async -> End {
    let headers: [HTTPHeader]
    switch await connection.authorization(at: member) {
    case .success(let value): headers = value
    case .failure(.elsewhere(let reason)): return .failed(reason: reason)
    case .failure(.final(.denied(let reason))):
      return .failed(reason: "\(member.origin): \(reason)")
    case .failure(.final): return .failed(reason: "\(member.origin): it does not know the user")
    }
    do throws(HTTPError) {
      let stream = try await client.converse(request(to: member, headers))
      left = nil
      heard = .now
      self.stream = stream
      // It need not reach what the last member did not: what it has to reach now is a newer proof.
      proof.restart()
      readRevision()
      let end = try await read(stream, from: member, headers)
      stream.cancel()
      return end
    } catch {
      // A stream that was left is cancelled, for a reason that is known.
      return .failed(reason: left.take() ?? error.reason(at: member))
    }
  }

  private func request(to member: HTTPURL, _ headers: [HTTPHeader]) -> HTTPRequest {
    var creation = range.bounds
    creation.append(("start_revision", JSONText(int64: steps.known + 1)))
    // In answers of a few MiB at most. Without fragments, the gateway sends up to 1000 revisions in
    // one.
    creation.append(("fragment", true))
    creation.append(("progress_notify", true))
    let body: JSONText = ["create_request": JSONText(members: creation)]
    // In HTTP/1.1, the gateway reads on while it answers only if the connection ends with the
    // answer. HTTP/2 has no such header.
    return HTTPRequest(
      .post, member.appending("/v3/watch"),
      headers: headers + [HTTPHeader("Connection", "close")], body: body.bytes)
  }

  private func read(
    _ stream: HTTPStream, from member: HTTPURL, _ headers: [HTTPHeader]
  ) async throws(HTTPError) -> End {
    var objects = EtcdObjects(longest: limits.answer)
    while let part = try await stream.part() {
      heard = .now
      guard let complete = try? objects.add(part) else {
        return .failed(reason: "\(member.origin): an answer is longer than \(limits.answer) bytes")
      }
      for object in complete {
        let answer = await longWork(on: object.count) { EtcdWatchAnswer(object) }
        switch answer {
        case .compacted: return .compacted
        case .failed(let reason):
          // etcd does not say whether it is because of the token.
          connection.credentials.forget(headers)
          return .failed(reason: "\(member.origin): \(reason)")
        default: await deliver(answer)
        }
        if news.isEnded { return .failed(reason: "cancelled") }
      }
    }
    return .failed(reason: "\(member.origin): the watch has ended")
  }

  private func deliver(_ answer: EtcdWatchAnswer) async {
    switch answer {
    case .events(let revision, let events, let isComplete):
      let complete = steps.add(events, isComplete: isComplete)
      for step in complete { news.add(.step(step)) }
      if !complete.isEmpty {
        isFull = true
        await news.waitUntilTaken()
        isFull = false
        heard = .now
      }
      if isComplete { note(revision) }
    case .progress(let revision):
      steps.proceed(to: revision)
      note(revision)
    case .revision(let revision): note(revision)
    case .compacted, .failed: break
    }
  }

  /// Notes the revision of the member.
  private func note(_ revision: Int) {
    guard proof.note(revision), isInterrupted else { return }
    isInterrupted = false
    news.add(.resumed)
  }
}

// What proves that it lives.
extension EtcdWatch {
  /// Called at intervals.
  private func prove() {
    guard !isFull else { return }
    if let stream {
      if heard.duration(to: .now) > limits.lag {
        leave(stream, "\(connection.members[index].origin): no answer in time")
      } else if proof.isAwaited(for: limits.lag, at: .now) {
        leave(stream, behind)
      } else {
        stream.send(Self.progressRequest)
      }
    }
    if !proof.isAwaited { readRevision() }
    if !isInterrupted, proof.last.duration(to: .now) > limits.staleness {
      isInterrupted = true
      let isBehind = stream != nil && proof.isAwaited
      news.add(.interrupted(reason: isBehind ? behind : reason))
    }
  }

  private var behind: String { "\(connection.members[index].origin): it is behind the cluster" }

  private func leave(_ stream: HTTPStream, _ reason: String) {
    left = reason
    stream.cancel()
    self.stream = nil
  }

  /// Reads the revision of the cluster, unless it is being read.
  private func readRevision() {
    guard reading == nil else { return }
    reading = LoopActor.task { [self] in
      await awaitRevision()
      reading = nil
    }
  }

  private func awaitRevision() async {
    let (begin, known) = (MonotonicTime.now, steps.known)
    do throws(EtcdFault) {
      // Behind many changes, the proof would be too old.
      let revision = try await connection.revision(isUrgent: true)
      guard revision >= known else {
        // Each revision that was delivered has been in the cluster.
        news.add(.compacted)
        news.end()
        task?.cancel()
        return
      }
      proof.await(revision, readAt: begin, at: .now)
      stream?.send(Self.progressRequest)
    } catch {
      if case .unavailable(let reason) = error.error { self.reason = reason }
    }
  }

  private static let progressRequest = Array(#"{"progress_request":{}}"#.utf8)
}
