import Expectations
import Glibc
import Testing

@testable import LoopHTTP

@Suite struct HTTPErrorTests {
  @Test(arguments: [
    (HTTPError.malformedURL, "the URL is malformed"),
    (.forbiddenScheme("file"), "the scheme of a URL must be http or https, not file"),
    (.malformedHeader(name: "X-A"), "the value of the header X-A has a control character"),
    (.malformedHeader(name: nil), "the name of a header is malformed"),
    (.unresolvable(host: "h"), "h: unknown host"),
    (.refused(host: "h"), "h: connection refused"),
    (.unreachable(host: "h", code: ENETUNREACH), "h: Network is unreachable"),
    (.unreachable(host: "h", code: 0), "h: cannot connect"),
    (.proxy(status: 0), "the proxy cannot be reached"),
    (.proxy(status: 403), "the proxy answered with status 403"),
    (.tls(host: "h", reason: "SSL certificate problem"), "h: SSL certificate problem"),
    (.timeLimit(.connecting, host: "h"), "h: connecting took too long"),
    (.timeLimit(.silence, host: "h"), "h: the service stopped sending"),
    (.timeLimit(.total, host: "h"), "h: the answer took too long"),
    (.tooLarge(host: "h", limit: 5), "h: the answer is longer than 5 bytes"),
    (.tooManyRedirects(host: "h", limit: 5), "h: more than 5 redirects"),
    (.cutOff(host: "h"), "h: the connection ended before the answer was complete"),
    (.malformedAnswer(host: "h"), "h: the answer is malformed"),
    (.cancelled, "cancelled"),
    (.failed(host: "h", reason: "Out of memory"), "h: Out of memory"),
  ])
  func `an error is a sentence that names the host`(error: HTTPError, text: String) {
    expect(error.description, equals: text)
  }
}
