import Domain
import DomainTestSupport
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
  ///   - log: called with what was lost.
  @LoopActor
  func gateway(
    _ shape: Service.Shape = .board, expiry: Duration = .seconds(300), cache: Int = 1 << 20,
    headers: [Service.Header] = [], path: String = "", copies: String = "copies",
    after predecessor: Task<Void, Never>? = nil, shouldPrune: Bool = true,
    shouldCheckReachability: Bool = true, _ reachability: Reachability = .always,
    pause: (@LoopActor (Duration) async -> Void)? = nil,
    log: @escaping @LoopActor (String) -> Void = { _ in }
  ) throws -> NetworkGateway {
    var settings = Service(try HTTPURL(service.url(path)), shape, root: "news")
    settings.expiry = expiry
    settings.headers = headers
    settings.shouldPrune = shouldPrune
    settings.shouldCheckReachability = shouldCheckReachability
    return NetworkGateway(
      settings, copies: directory.file(copies), cache: cache, after: predecessor,
      transport: HTTPTransport(HTTPClient(), to: settings.base.origin, reachability),
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
    _ text: String, _ side: Side = .pro
  ) async throws(ArgumentError) -> Stored<Argument> {
    try await update("ai") { board throws(ArgumentError) in
      try board.add(side, text: text, author: "ada", at: later)
    }
  }
}

/// After everything that the service has at first.
let later = Timestamp(millisecondsSince1970: 1_700_000_000_000)
