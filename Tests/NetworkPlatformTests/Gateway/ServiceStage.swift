import Domain
import DomainTestSupport
import Fetch
import HTTPTestSupport
import LoopHTTP
import SystemTestSupport
import UVLoop

@testable import NetworkPlatform

/// A service in a process of its own, and gateways that use it.
final class ServiceStage: Sendable {
  let service: HTTPService
  let clock = TestClock(1_700_000_000_000)
  /// Notes each pause of a gateway, which ends when a gate is opened.
  let pauses = Journal<Duration>()
  private let directory = TemporaryDirectory()

  init(_ kind: HTTPService.Kind = .board) async throws {
    service = try await HTTPService(kind)
  }

  /// The directory of the first gateway's copies.
  var copies: String { directory.file("copies") }

  /// The stored copies, as text.
  var copyTexts: [String] {
    entries(of: copies).compactMap { contents(of: "\(copies)/\($0)") }
  }

  /// Makes a gateway that never waits between attempts.
  ///
  /// - Parameters:
  ///   - path: of the service's resources, with a query if there is one.
  ///   - copies: the name of a directory that no other gateway uses at the same time.
  ///   - predecessor: ends when no other gateway uses the directory; nil if none does.
  ///   - pause: called instead of waiting.
  ///   - token: the value of headers in files; nil for none.
  ///   - log: called with what was lost.
  @LoopActor
  func gateway(
    _ shape: Service.Shape = .board, expiry: Duration = .seconds(300), cache: Int = 1 << 20,
    headers: [String: HeaderValue] = [:], path: String = "", copies: String = "copies",
    after predecessor: Task<Void, Never>? = nil, shouldPrune: Bool = true,
    shouldCheckReachability: Bool = true, shouldWaitForSave: Bool = true,
    _ reachability: Reachability = .always,
    pause: (@LoopActor (Duration) async -> Void)? = nil, token: String? = "Bearer s3cret",
    log: @escaping @LoopActor (String) -> Void = { _ in }
  ) throws -> NetworkGateway {
    var settings = Service(try BaseURL(service.url(path)), shape, root: "news")
    settings.expiry = expiry
    settings.headers = headers
    settings.shouldPrune = shouldPrune
    settings.shouldCheckReachability = shouldCheckReachability
    settings.shouldWaitForSaveToPersistence = shouldWaitForSave
    let client = HTTPClient(readHeader: { _ in token })
    return NetworkGateway(
      settings, copies: directory.file(copies), cache: cache, after: predecessor,
      ServiceConnection(client, to: settings.base, reachability), client: client,
      now: { [clock] in clock.now }, log: log, pause: pause ?? { _ in })
  }

  /// Changes how the service behaves.
  func control(_ settings: String) async throws {
    try await onOwnThread { [service] in try service.control(settings) }
  }

  var requests: [String] {
    service.log.filter { $0 != "accept" && $0 != "close" && !$0.hasPrefix("unchanged") }
  }
}

extension NetworkGateway {
  @discardableResult
  func add(
    _ text: String, _ column: Column = .pro
  ) async throws(BoardError) -> Stored<Argument> {
    try await update("ai") { board throws(BoardError) in
      try board.add(column, text: text, author: "ada", at: later)
    }
  }
}

/// After everything that the service has at first.
let later = Timestamp(millisecondsSince1970: 1_700_000_000_000)
