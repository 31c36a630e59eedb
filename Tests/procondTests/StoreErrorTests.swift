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
}
