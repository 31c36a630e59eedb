import BoxWire
import Domain
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
    #expect(error.requestError.code == code.rawValue)
    #expect(error.requestError.fact == fact)
  }

  private static let limits: [(TopicError, String)] = [
    (.full(limit: 9), "topics"), (.tooLarge(bytes: 9), "topic-bytes"),
  ]

  @Test(arguments: limits)
  func `a limit of topics is answered with its name`(error: TopicError, limit: String) {
    #expect(error.requestError.code == RequestError.Code.limit.rawValue)
    #expect(error.requestError.fact == .limit(limit))
  }
}
