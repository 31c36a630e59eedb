import BoxWire
import Expectations
import Testing

struct ResponseTests {
  @Test func `a result is one line with the request's id`() {
    let result = JSONText(members: [("revision", JSONText(44))])
    let response = Response(id: JSONText("a\n"), .success(result))
    expect(
      String(decoding: response.line, as: UTF8.self),
      equals: #"{"jsonrpc":"2.0","id":"a\n","result":{"revision":44}}"# + "\n")
  }

  @Test func `an error is one line, as in the protocol`() {
    let response = Response(
      id: JSONText(9), .failure(.invalid(member: "text", "text must not be empty")))
    expect(
      String(decoding: response.line, as: UTF8.self),
      equals: #"{"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"text must not be empty","#
        + #""data":{"member":"text"}}}"# + "\n")
  }

  @Test func `responses are read back as written`() throws {
    let facts: [RequestError.Fact?] = [
      nil, .member("a\"b"), .reason("duplicate"), .revision(0), .limit("patterns"),
      .retryAfter(.milliseconds(500)),
    ]
    for fact in facts {
      for id in [JSONText(1), JSONText("x"), .null] {
        let response = Response(id: id, .failure(RequestError(.failed, "line\nfeed", fact)))
        expect(try ServerLine(response.line.dropLast()), equals: .response(response))
      }
    }
    let null = Response(id: .null, .success(.null))
    expect(try ServerLine(null.line.dropLast()), equals: .response(null))
  }

  @Test
  func `errors of a later version keep their code, without unknown facts`()
    throws
  {
    let text = #"{"code":-31999,"message":"m","data":{"colour":"red"},"more":1}"#
    let error = try require(RequestError(json: JSONText(parsing: text.utf8)))
    expect(error.code, equals: -31999)
    expect(error.message, equals: "m")
    expect(error.fact == nil)
    for text in [#"{"code":1}"#, #"{"message":"m"}"#, #"{"code":"1","message":"m"}"#, "[]", "null"]
    {
      expect(try RequestError(json: JSONText(parsing: text.utf8)) == nil)
    }
  }

  @Test func `the error codes are the protocol's`() {
    let codes: [RequestError.Code] = [
      .notJSON, .invalidRequest, .noMethod, .invalidParameters, .fault, .failed, .notFound,
      .conflict,
      .notAllowed, .limit, .unavailable, .lineTooLong,
    ]
    expect(
      codes.map(\.rawValue),
      equals: [
        -32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32005,
        -32006,
      ])
  }

  @Test func `a batch is answered in one line, or not at all if it has no answers`() {
    let responses = [
      Response(id: JSONText(1), .success(.null)), Response(id: JSONText(2), .success(.null)),
    ]
    expect(
      Response.line(batch: responses).map { String(decoding: $0, as: UTF8.self) },
      equals: #"[{"jsonrpc":"2.0","id":1,"result":null},{"jsonrpc":"2.0","id":2,"result":null}]"#
        + "\n")
    expect(Response.line(batch: []) == nil)
  }
}
