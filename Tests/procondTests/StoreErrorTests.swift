import BoxWire
import Domain
import Expectations
import Testing

@testable import procond

struct StoreErrorTests {
  private static let answers: [(StoreError, RequestError.Code, RequestError.Fact?)] = [
    (.readOnly, .notAllowed, .reason("read-only")),
    (.conflict, .conflict, nil), (.damaged(place: "a"), .failed, .reason("store")),
    (.full, .unavailable, .retryAfter(.seconds(5))),
    (.unavailable(reason: "no route"), .unavailable, .retryAfter(.seconds(5))),
  ]

  @Test(arguments: answers)
  func `a failure of a store is answered with its code`(
    error: StoreError, code: RequestError.Code, fact: RequestError.Fact?
  ) {
    expect(error.requestError.code, equals: code.rawValue)
    expect(error.requestError.fact, equals: fact)
  }

  private static let limits: [(TopicError, String)] = [
    (.full(limit: 9), "topics"), (.tooLarge(bytes: 9), "topic-bytes"),
  ]

  @Test(arguments: limits)
  func `a limit of topics is answered with its name`(error: TopicError, limit: String) {
    expect(error.requestError.code, equals: RequestError.Code.limit.rawValue)
    expect(error.requestError.fact, equals: .limit(limit))
  }
}
