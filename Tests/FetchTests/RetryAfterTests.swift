import Expectations
import Fetch
import Testing

/// The header field `Retry-After`.
struct RetryAfterTests {
  /// 1994-11-06T08:49:07Z
  private let now = WallTime(millisecondsSince1970: 784_111_747_000)

  @Test(arguments: [
    ("30", 30), ("0", 0), (" 120 ", 120), ("3600", 3600),
    ("99999999999999999999", 3_155_760_000),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 30), ("Sun Nov  6 08:49:37 1994", 30),
    ("Sun, 06 Nov 1994 08:49:07 GMT", 0), ("Sat, 05 Nov 1994 08:49:37 GMT", 0),
    ("Tue, 29 Feb 2000 00:00:00 GMT", 167_670_653), ("Wed, 01 Mar 2000 00:00:00 GMT", 167_757_053),
    ("Mon, 23 Nov 2026 00:00:00 GMT", 1_011_280_253),
    ("Monday, 23-Nov-26 00:00:00 GMT", 1_011_280_253),
  ])
  func `seconds and dates are read`(text: String, seconds: Int) async throws {
    expect(try await retryAfter(text), equals: .seconds(seconds))
  }

  @Test(arguments: [
    "", "-1", "1.5", "soon", "2 seconds", "Sun, 06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 November 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 CET", "1994-11-06T08:49:37Z",
  ])
  func `any other text says nothing`(text: String) async throws {
    expect(try await retryAfter(text) == nil)
  }

  /// The fact that a service's answer with this field is reported with.
  private func retryAfter(_ text: String) async throws -> Duration? {
    let service = ServiceStage(.text("", status: 429, ("Retry-After", text)))
    service.stage.now = now
    let flow = try service.flow()
    let change = Resource(path: "topics", method: .post)
    let error = await #expect(throws: FetchError.self) { try await flow.fetch(change) }
    guard case .server(.status(429, let duration)) = error else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    return duration
  }
}
