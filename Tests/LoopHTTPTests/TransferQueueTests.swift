import Expectations
import Fetch
import HTTPTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct TransferQueueTests {
  @LoopActor
  @Test func `a transfer that is stopped before it runs is not sent`() async throws {
    let service = try await HTTPService()
    let queue = TransferQueue(.patient)
    let request = HTTPRequest(.get, try HTTPURL(service.url("/list")))
    let transfer = Transfer(request, limits: .patient, Trust())
    queue.stop(transfer, .cancelled)
    #expect(throws: HTTPError.cancelled) { try transfer.outcome?.get() }
    let result = await queue.run(transfer)
    #expect(throws: HTTPError.cancelled) { try result.get() }
    expect(service.log, equals: [])
  }

  @LoopActor
  @Test func `a transfer that has ended cannot be stopped`() async throws {
    let service = try await HTTPService()
    let queue = TransferQueue(.patient)
    let request = HTTPRequest(.get, try HTTPURL(service.url("/list")))
    let transfer = Transfer(request, limits: .patient, Trust())
    expect(try await queue.run(transfer).get().response.status, equals: 200)
    queue.stop(transfer, .cancelled)
    expect(try transfer.outcome?.get().response.status, equals: 200)
  }
}
