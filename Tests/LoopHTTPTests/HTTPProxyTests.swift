import Expectations
import Fetch
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

/// In processes of their own, since they change the environment.
@Suite struct HTTPProxyTests {
  @Test func `the proxy of the environment is used`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      let proxy = try await HTTPService()
      setenv("http_proxy", proxy.url(""), 1)
      setenv("https_proxy", proxy.url(""), 1)
      try await sendToInvalidHost()
      expect(proxy.count("GET http://service.invalid/echo"), equals: 1)
      expect(proxy.count("CONNECT service.invalid:443"), equals: 1)
    }
  }

  @Test func `a service on this machine is reached without the proxy`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      let proxy = try await HTTPService()
      let service = try await HTTPService()
      setenv("http_proxy", proxy.url(""), 1)
      try await sendToLoopback(service)
      expect(service.count("GET /list"), equals: 2)
      expect(proxy.log, equals: [])
    }
  }

  @Test func `a proxy that is down is an error that does not name it`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      let listener = try SilentListener(accepts: false)
      setenv("http_proxy", "http://user:s3cret@127.0.0.1:\(listener.port)", 1)
      try await failAtProxy()
      withExtendedLifetime(listener) {}
    }
  }
}

@LoopActor
private func sendToInvalidHost() async throws {
  let client = HTTPClient(limits: .patient)
  let url = try HTTPURL("http://service.invalid/echo")
  let answer = try await client.send(HTTPRequest(.get, url))
  expect(answer.text.contains(#""host":"service.invalid""#))
  expect(await Reachability.route.isReachable(url.origin))
  await #expect(throws: HTTPError.proxy(status: 403)) {
    try await client.send(HTTPRequest(.get, HTTPURL("https://service.invalid/")))
  }
}

@LoopActor
private func sendToLoopback(_ service: HTTPService) async throws {
  let client = HTTPClient(limits: .patient)
  _ = try await client.send(.get, "/list", to: service)
  let url = try HTTPURL("http://localhost:\(service.port)/list")
  expect(try await client.send(HTTPRequest(.get, url)).status, equals: 200)
}

@LoopActor
private func failAtProxy() async throws {
  await #expect(throws: HTTPError.proxy(status: 0)) {
    try await HTTPClient(limits: .patient).send(
      HTTPRequest(.get, HTTPURL("http://service.invalid/")))
  }
}
