import Expectations
import Fetch
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct ReachabilityTests {
  @LoopActor
  @Test(arguments: ["http://127.0.0.1:1/", "http://localhost/", "http://[::1]/"])
  func `this machine is reachable`(text: String) async throws {
    expect(await Reachability.route.isReachable(try HTTPURL(text).origin))
  }

  /// The kernel refuses these addresses on any machine: one lacks a zone, one is for broadcasts. The
  /// name has a label that is too long.
  @LoopActor
  @Test(arguments: ["[fe80::1]", "255.255.255.255", String(repeating: "a", count: 64)])
  func `a host without a route, or without an address, is not reachable`(host: String)
    async throws
  {
    let origin = try HTTPURL("http://\(host)/").origin
    expect(await Reachability.route.isReachable(origin), equals: false)
  }

  /// In a process without a network, which only root can make.
  @Test(.enabled(if: geteuid() == 0))
  func `without a network, only this machine is reachable`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      try await lookForRoutesWithoutNetwork()
    }
  }

  @LoopActor
  @Test func `another answer can be put in its place`() async throws {
    let origin = try HTTPURL("http://service.invalid/").origin
    expect(await Reachability.always.isReachable(origin))
    let none = Reachability { _ in false }
    expect(await none.isReachable(origin), equals: false)
  }
}

@LoopActor
private func lookForRoutesWithoutNetwork() async throws {
  try leaveNetwork()
  let here = try HTTPURL("http://127.0.0.1/")
  expect(await Reachability.route.isReachable(here.origin))
  // An address of a documentation network.
  let url = try HTTPURL("http://192.0.2.1/")
  expect(await Reachability.route.isReachable(url.origin), equals: false)
  await #expect(throws: HTTPError.unreachable(host: "192.0.2.1", code: ENETUNREACH)) {
    try await HTTPClient(limits: .patient).send(HTTPRequest(.get, url))
  }
}

/// Gives the calling thread a network of its own, without interfaces that are up.
private func leaveNetwork() throws {
  typealias Unshare = @convention(c) (Int32) -> Int32
  // The C library declares it only with _GNU_SOURCE, and so CLONE_NEWNET.
  guard let symbol = dlsym(nil, "unshare") else { throw SystemError("unshare", ENOSYS) }
  try check("unshare", unsafeBitCast(symbol, to: Unshare.self)(0x4000_0000))
}
