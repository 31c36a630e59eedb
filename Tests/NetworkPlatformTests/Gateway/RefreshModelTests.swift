import Domain
import DomainTestSupport
import Fetch
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP
@testable import NetworkPlatform

/// Random reads, times, answers of the service and restarts, of which each must do what a model of
/// the flow says: which version is returned or that it fails, how many requests that costs, whether
/// the part is stale, and whether reading it asks the service.
@Suite(.enabled(if: LoopThread.isRunning)) struct RefreshModelTests {
  @LoopActor
  @Test(arguments: Array(0..<(TestLength.isLong ? 400 : 40)))
  func `a gateway reads, stores and asks as the flow is defined`(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let stage = ModelledGateway()
    for step in 0..<80 {
      let action = Action.allCases.randomElement(using: &random)!
      let part = ModelledPart.allCases.randomElement(using: &random)!
      let notes = "seed \(seed), step \(step): \(action) \(part)"
      switch action {
      case .read, .readAgain: try await stage.read(part, notes)
      case .readTwice: try await stage.read(part, times: 2, notes)
      case .poll: await stage.poll(part, notes)
      case .page: try await stage.readPage(notes)
      case .expire: stage.expire(part)
      case .advance: stage.clock.advance(milliseconds: .random(in: 0...600, using: &random))
      case .change: stage.service.versions[part, default: 1] += 1
      case .behave:
        stage.service.behaviours[part] = Behaviour.allCases.randomElement(using: &random)!
      case .restart: try await stage.restart()
      }
      stage.expectState(notes)
    }
    await stage.close()
  }

  private enum Action: CaseIterable {
    case read, readAgain, readTwice, poll, page, expire, advance, change, behave, restart
  }
}

/// A part of the store; a page of posts is in `ModelledGateway`.
private enum ModelledPart: CaseIterable {
  case topics, board, posts

  var id: StorePart {
    switch self {
    case .topics: .topics
    case .board: .board("ai")
    case .posts: .posts("ai")
    }
  }
}

/// How the service answers.
private enum Behaviour: CaseIterable {
  case works, sendsNonsense, isGone
}

/// The flow of one part.
private struct FlowModel {
  var copy: (version: Int, date: Int64)?
  /// Whether the copy is shown, since the start.
  var isShown = false
  var isStale = false
  var isOutdated = false

  static let expiry: Int64 = 1000

  func isExpired(_ now: Int64) -> Bool { copy.map { now - $0.date >= Self.expiry } ?? true }

  /// Reads the part.
  ///
  /// - Returns: the version that is read, nil if that fails, and whether the service is asked.
  mutating func read(_ now: Int64, _ service: Behaviour, _ version: Int) -> (Int?, asks: Bool) {
    isShown = isShown || copy != nil
    let keeps = copy != nil && !isOutdated
    if keeps, !isStale, !isExpired(now) { return (copy?.version, false) }
    ask(now, service, version)
    if !isStale { return (version, true) }
    return (keeps && service == .isGone ? copy?.version : nil, true)
  }

  /// Asks the service.
  mutating func ask(_ now: Int64, _ service: Behaviour, _ version: Int) {
    isStale = service != .works
    if !isStale { (copy, isShown, isOutdated) = ((version, now), true, false) }
  }
}

/// The service, in this process.
@LoopActor
private final class ModelledService {
  var versions: [ModelledPart: Int] = [:]
  var behaviours: [ModelledPart: Behaviour] = [:]
  private(set) var requests = 0

  func version(_ part: ModelledPart) -> Int { versions[part] ?? 1 }

  func behaviour(_ part: ModelledPart) -> Behaviour { behaviours[part] ?? .works }

  func answer(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    requests += 1
    await turns(1)
    let part: ModelledPart =
      request.url.path.hasSuffix("/topics")
      ? .topics : request.url.path.hasSuffix("/ai") ? .board : .posts
    let version = version(part)
    switch behaviour(part) {
    case .isGone: throw .refused(host: "h")
    case .sendsNonsense: return response(200, "nonsense", "\(version)")
    case .works:
      let known = request.headers.first { $0.name == "If-None-Match" }?.value
      return known == "\(version)"
        ? response(304, "", "\(version)") : response(200, body(of: part, version), "\(version)")
    }
  }

  private func body(of part: ModelledPart, _ version: Int) -> String {
    switch part {
    case .topics: #"[{"id":"ai","title":"T"},{"id":"b","title":"\#(version)"}]"#
    case .board:
      #"{"id":"ai","title":"T","pros":[{"id":"1","text":"\#(version)"}],"cons":[]}"#
    case .posts: #"[{"id":"9","title":"\#(version)","content":"c"}]"#
    }
  }

  private func response(_ status: Int, _ body: String, _ etag: String) -> HTTPResponse {
    HTTPResponse(
      status: status, etag: etag, lastModified: nil, contentType: nil, allow: nil, retryAfter: nil,
      body: Array(body.utf8))
  }
}

/// A gateway beside its model.
@LoopActor
private final class ModelledGateway {
  let clock = TestClock(1_700_000_000_000)
  let service = ModelledService()
  private let directory = TemporaryDirectory()
  private lazy var gateway = makeGateway()
  private var models: [ModelledPart: FlowModel] = [:]
  /// The version of the page that is stored; nil for none.
  private var page: Int?
  /// What the last reads have returned; nil for a failure.
  private var found: [Int?] = []

  private var now: Int64 { clock.now.millisecondsSince1970 }

  private func makeGateway() -> NetworkGateway {
    var settings = Service(try! HTTPURL("http://h"), .board, root: "news")
    settings.expiry = .milliseconds(FlowModel.expiry)
    return NetworkGateway(
      settings, copies: directory.file("copies"), cache: 1 << 20,
      transport: HTTPTransport { [service] request throws(HTTPError) in
        try await service.answer(request)
      }, now: { [clock] in clock.now }, pause: { _ in })
  }

  func close() async { await gateway.close() }

  func restart() async throws {
    await gateway.close()
    gateway = makeGateway()
    for part in ModelledPart.allCases {
      let copy = models[part]?.copy
      models[part] = FlowModel(copy: copy)
    }
  }

  func expire(_ part: ModelledPart) {
    gateway.expire(part.id)
    models[part, default: FlowModel()].isOutdated = true
  }

  /// Reads a part, as many times at once, which costs as much as once.
  func read(_ part: ModelledPart, times: Int = 1, _ notes: String) async throws {
    let before = service.requests
    let (expected, asks) = models[part, default: FlowModel()].read(
      now, service.behaviour(part), service.version(part))
    found = []
    let tasks = (0..<times).map { _ in
      LoopActor.task { [self] in found.append(await version(part)) }
    }
    for task in tasks { await task.value }
    #expect(found == Array(repeating: expected, count: times), "\(notes)")
    #expect(service.requests - before == (asks ? 1 : 0), "\(notes)")
  }

  private func version(_ part: ModelledPart) async -> Int? {
    do {
      switch part {
      case .topics: return Int(try await gateway.topics().value[1].topic.title)
      case .board: return Int(try await gateway.board(of: "ai").value.pros.arguments[0].text)
      case .posts: return Int(try await gateway.newestPosts(of: "ai").value[0].title)
      }
    } catch {
      return nil
    }
  }

  /// Refreshes a part, as happens from time to time while somebody looks.
  func poll(_ part: ModelledPart, _ notes: String) async {
    let before = service.requests
    models[part, default: FlowModel()].ask(now, service.behaviour(part), service.version(part))
    try? await gateway.refresh(gateway.part(part.id))
    #expect(service.requests - before == 1, "\(notes)")
  }

  /// Reads an older page of posts, for which the service is always asked.
  func readPage(_ notes: String) async throws {
    let before = service.requests
    let version = service.version(.posts)
    let found = try? await gateway.posts(of: "ai", before: "99", limit: 7).first.flatMap {
      Int($0.title)
    }
    switch service.behaviour(.posts) {
    case .works:
      page = version
      #expect(found == version, "\(notes)")
    case .sendsNonsense: #expect(found == nil, "\(notes)")
    case .isGone: #expect(found == page, "\(notes)")
    }
    #expect(service.requests - before == 1, "\(notes)")
  }

  func expectState(_ notes: String) {
    for (part, model) in models {
      guard let known = gateway.parts[part.id] else {
        #expect(!model.isShown && !model.isStale && !model.isOutdated, "\(notes)")
        continue
      }
      #expect(known.freshness.isStale == model.isStale, "\(notes)")
      let isDue = model.isOutdated || model.isStale || !model.isShown || model.isExpired(now)
      #expect(known.isDue == isDue, "\(notes)")
    }
  }
}
