import Domain
import DomainTestSupport
import Expectations
import Fetch
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import NetworkPlatform

/// Random reads, times, answers of the service and restarts, of which each must do what a model of
/// the flow says: which version is returned or that it fails, and which one is shown, how many
/// requests that costs, the alert that says why the part is stale, and whether reading it asks the
/// service.
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
      case .look: await stage.look(at: part, notes)
      case .poll: await stage.poll(part, notes)
      case .page, .post: await stage.readOther(action == .page ? .page : .post, notes)
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
    case read, readAgain, readTwice, look, poll, page, post, expire, advance, change, behave,
      restart
  }
}

/// What is read beside the parts of the store.
private enum ModelledOther {
  /// An older page of posts.
  case page
  /// The post that is also in the list.
  case post
}

/// A part of the store.
private enum ModelledPart: CaseIterable {
  case topics, board, posts

  var id: StorePart {
    switch self {
    case .topics: .topics
    case .board: .board("ai")
    case .posts: .posts("ai")
    }
  }

  /// Below the base URL.
  var path: String {
    switch self {
    case .topics: "topics"
    case .board: "topics/ai"
    case .posts: "topics/ai/posts"
    }
  }
}

/// How the service answers.
private enum Behaviour: CaseIterable {
  case works, sendsNonsense, isGone

  /// What an alert says of it after the place; nil if there is none.
  var alert: String? {
    switch self {
    case .works: nil
    case .sendsNonsense: "h: not JSON at byte 0: "
    case .isGone: "h: connection refused"
    }
  }
}

/// The flow of one part.
private struct FlowModel {
  var copy: (version: Int, date: Int64)?
  /// When the service sent this version.
  var sent: Int64 = 0
  /// Whether the copy is shown, since the start.
  var isShown = false
  /// What the service did last; other than `works`, the part is stale.
  var last = Behaviour.works
  var isOutdated = false

  static let expiry: Int64 = 1000

  var isStale: Bool { last != .works }

  func isExpired(_ now: Int64) -> Bool { copy.map { now - $0.date >= Self.expiry } ?? true }

  /// Whether reading it asks the service.
  func isDue(_ now: Int64) -> Bool { isOutdated || isStale || !isShown || isExpired(now) }

  /// Reads the part.
  ///
  /// - Parameter since: what was confirmed earlier has expired.
  /// - Returns: the version that is read, nil if that fails, and whether the service is asked.
  mutating func read(
    _ now: Int64, _ service: Behaviour, _ version: Int, since: Int64 = 0
  ) -> (Int?, asks: Bool) {
    isShown = isShown || copy != nil
    let keeps = copy != nil && !isOutdated
    if keeps, !isStale, !isExpired(now), let copy, copy.date >= since {
      return (copy.version, false)
    }
    ask(now, service, version)
    if !isStale { return (version, true) }
    return (keeps && service == .isGone ? copy?.version : nil, true)
  }

  /// Asks the service.
  mutating func ask(_ now: Int64, _ service: Behaviour, _ version: Int) {
    last = service
    guard !isStale else { return }
    if copy?.version != version { sent = now }
    (copy, isShown, isOutdated) = ((version, now), true, false)
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

  func answer(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
    requests += 1
    // No answer comes before calls of the same turn have asked.
    await turns(10)
    let path = request.url.prefix { $0 != "?" }
    let part: ModelledPart =
      path.hasSuffix("/topics") ? .topics : path.hasSuffix("/ai") ? .board : .posts
    let version = version(part)
    switch behaviour(part) {
    case .isGone: throw .noConnectivity(.refused)
    case .sendsNonsense: return response(200, "nonsense", "\(version)")
    case .works:
      if request.headers["if-none-match"] == .text("\(version)") {
        return response(304, "", "\(version)")
      }
      let body = path.hasSuffix("/9") ? post(version) : body(of: part, version)
      return response(200, body, "\(version)")
    }
  }

  private func post(_ version: Int) -> String {
    #"{"id":"9","title":"\#(version)","content":"c"}"#
  }

  private func body(of part: ModelledPart, _ version: Int) -> String {
    switch part {
    case .topics: #"[{"id":"ai","title":"T"},{"id":"b","title":"\#(version)"}]"#
    case .board:
      #"{"id":"ai","title":"T","pros":[{"id":"1","text":"\#(version)"}],"cons":[]}"#
    case .posts: "[\(post(version))]"
    }
  }

  private func response(_ status: Int, _ body: String, _ etag: String) -> FetchResponse {
    FetchResponse(status: status, headers: [("ETag", etag)], body: Array(body.utf8))
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
  /// The versions that are stored beside the parts, and when they were confirmed.
  private var others: [ModelledOther: FlowModel] = [:]
  /// What was read of them before this time has expired.
  private var expired: Int64 = 0
  /// What the last reads have returned; nil for a failure.
  private var found: [Int?] = []

  private var now: Int64 { clock.now.millisecondsSince1970 }

  private func makeGateway() -> NetworkGateway {
    var settings = Service(try! BaseURL("http://h"), .board, root: "news")
    settings.expiry = .milliseconds(FlowModel.expiry)
    settings.poll = nil
    return NetworkGateway(
      settings, copies: directory.file("copies"), cache: 1 << 20,
      ServiceConnection(baseURL: settings.base) { [service] request async throws(FetchError) in
        try await service.answer(request)
      }, now: { [clock] in clock.now }, pause: { _ in })
  }

  func close() async { await gateway.close() }

  func restart() async throws {
    await gateway.close()
    gateway = makeGateway()
    for part in ModelledPart.allCases {
      let old = models[part] ?? FlowModel()
      models[part] = FlowModel(copy: old.copy, sent: old.sent)
    }
    expired = 0
  }

  func expire(_ part: ModelledPart) {
    gateway.expire(part.id)
    models[part, default: FlowModel()].isOutdated = true
    if part == .posts { expired = now + 1 }
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
    expect(found, equals: Array(repeating: expected, count: times), "\(notes)")
    expect(service.requests - before, equals: (asks ? 1 : 0), "\(notes)")
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

  /// Looks at a part until it was read.
  func look(at part: ModelledPart, _ notes: String) async {
    let before = service.requests
    let (_, asks) = models[part, default: FlowModel()].read(
      now, service.behaviour(part), service.version(part))
    gateway.look(at: part.id, true)
    while gateway.parts[part.id]?.watch == nil { await turns(1) }
    await gateway.parts[part.id]?.watch?.value
    gateway.look(at: part.id, false)
    while gateway.parts[part.id]?.watch != nil { await turns(1) }
    expect(service.requests - before, equals: (asks ? 1 : 0), "\(notes)")
  }

  /// Refreshes a part, as happens from time to time while somebody looks.
  func poll(_ part: ModelledPart, _ notes: String) async {
    let before = service.requests
    models[part, default: FlowModel()].ask(now, service.behaviour(part), service.version(part))
    try? await gateway.refresh(gateway.part(part.id))
    expect(service.requests - before, equals: 1, "\(notes)")
  }

  /// Reads an older page of posts, or a post. The post is read from the list if that is fresh, and if
  /// it cannot be read elsewhere.
  func readOther(_ other: ModelledOther, _ notes: String) async {
    let before = service.requests
    var list = models[.posts, default: FlowModel()]
    var (expected, asks): (Int?, Bool)
    if other == .post {
      list.isShown = list.isShown || list.copy != nil
      models[.posts] = list
    }
    if other == .post, let copy = list.copy, !list.isDue(now) {
      (expected, asks) = (copy.version, false)
    } else {
      (expected, asks) = others[other, default: FlowModel()].read(
        now, service.behaviour(.posts), service.version(.posts),
        since: max(list.isShown ? list.sent : 0, expired))
      // There is no alert, which would make the next read ask again.
      others[other]?.last = .works
      if other == .post, asks, service.behaviour(.posts) == .isGone {
        expected = list.copy?.version ?? expected
      }
    }
    let found: String? =
      switch other {
      case .page: try? await gateway.posts(of: "ai", before: "99", limit: 7).first?.title
      case .post: try? await gateway.post("9", of: "ai").title
      }
    expect(found, equals: expected.map { "\($0)" }, "\(notes)")
    expect(service.requests - before, equals: (asks ? 1 : 0), "\(notes)")
  }

  /// The version that those who follow the gateway see.
  private func shown(_ part: ModelledPart) -> Int? {
    let text: String? =
      switch part {
      case .topics: gateway.mirror.overviews["b"]?.topic.title
      case .board: gateway.mirror.boards["ai"]?.pros.arguments.first?.text
      case .posts: gateway.mirror.posts["ai"]?.first?.title
      }
    return text.flatMap { Int($0) }
  }

  func expectState(_ notes: String) {
    for (part, model) in models {
      guard let known = gateway.parts[part.id] else {
        expect(!model.isShown && !model.isStale && !model.isOutdated, "\(notes)")
        continue
      }
      let alert = model.last.alert.map { "news, \(part.path): \($0)" }
      expect(
        known.freshness.failure.map { $0.hasPrefix(alert ?? "-") } ?? (alert == nil), "\(notes)")
      expect(known.isDue, equals: model.isDue(now), "\(notes)")
      guard model.isShown else { continue }
      expect(shown(part), equals: model.copy?.version, "\(notes)")
      expect(known.freshness.confirmed?.millisecondsSince1970, equals: model.copy?.date, "\(notes)")
    }
  }
}
