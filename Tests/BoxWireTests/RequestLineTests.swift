import BoxWire
import Expectations
import Testing

struct RequestLineTests {
  @Test func `a request has a method and optionally id and params`() throws {
    let request = try single(#"{"jsonrpc":"2.0","id":7,"method":"get","params":{"boxes":["a"]}}"#)
    expect(request.id, equals: JSONText(7))
    expect(request.method, equals: "get")
    expect(try request.parameters().members.map(\.name), equals: ["boxes"])
    expect(try request.parameters()["boxes"]?.description, equals: #"["a"]"#)
  }

  @Test func `jsonrpc and params are optional`() throws {
    let request = try single(#"{"id":1,"method":"ping"}"#)
    expect(try request.parameters(), equals: Parameters())
  }

  @Test(arguments: [
    "1", "-0.0", "1e400", "123456789012345678901234567890", "null", #""""#, #""\u0061""#,
  ])
  func `an id is a string, a number or null, and is kept exactly`(_ id: String) throws {
    expect(try single("{\"method\":\"m\",\"id\": \(id) }").id?.description, equals: id)
  }

  @Test func `a request without an id is a notification`() throws {
    expect(try single(#"{"method":"ping"}"#).id == nil)
  }

  @Test(arguments: [
    #"{}"#, #"{"id":1}"#, #"{"id":1,"method":1}"#, #"{"id":1,"method":null}"#,
    #"{"id":true,"method":"m"}"#, #"{"id":[],"method":"m"}"#, #"{"id":{},"method":"m"}"#,
    #"{"jsonrpc":"1.0","method":"m"}"#, #"{"jsonrpc":2.0,"method":"m"}"#,
    #"{"jsonrpc":null,"method":"m"}"#, #"{"jsonrpc":"2.0 ","method":"m"}"#, "1", "null", "\"a\"",
    "true",
  ])
  func `JSON that is not a request is an invalid request`(_ text: String) throws {
    guard case .single(.failure(let error)) = try line(text) else {
      Issue.record("it was accepted")
      return
    }
    expect(error.code, equals: -32600)
  }

  @Test(arguments: ["[1]", "[]", "1", "null", "\"a\""])
  func `params that are not an object make a valid request with invalid params`(_ text: String)
    throws
  {
    let request = try single("{\"id\":1,\"method\":\"ping\",\"params\":\(text)}")
    let error = #expect(throws: RequestError.self) { try request.parameters() }
    expect(error?.code, equals: -32602)
  }

  @Test func `unknown members beside params are ignored, but must be JSON`() throws {
    let request = try single(#"{"id":1,"x":{"y":[1]},"method":"ping","meta":null}"#)
    expect(request.method, equals: "ping")
    refused(#"{"id":1,"x":01,"method":"ping"}"#, -32700)
  }

  @Test func `of duplicate members the last one counts, even if one is written with escapes`()
    throws
  {
    let request = try single(
      #"{"id":1,"method":"a","params":[],"params":{"p":1,"p":2},"i\u0064":2,"m\u0065thod":"b"}"#)
    expect(request.id, equals: JSONText(2))
    expect(request.method, equals: "b")
    expect(try request.parameters()["p"]?.integer, equals: 2)
  }

  @Test(
    arguments: JSONCorpus.invalid + [
      #"{"method":"ping"}}"#, #"{"method":"ping",}"#, #"[{"method":"m"},]"#,
    ])
  func `text that is not JSON is a parse error`(_ text: String) {
    refused(text, -32700)
  }

  @Test func `text that is not UTF-8, contains NUL or is too deep is a parse error`() {
    for bytes in JSONCorpus.invalidUTF8 {
      refused(Array(#"{"method":"a"#.utf8) + bytes + Array("\"}".utf8), -32700)
    }
    refused("{\"method\":\"a\0b\"}", -32700)
    refused("{\"method\":\"ab\"}\0", -32700)
    refused("{\"method\":\"m\",\"params\":{\"v\":\(nested(62))}}", nil)
    refused("{\"method\":\"m\",\"params\":{\"v\":\(nested(63))}}", -32700)
    refused("{\"method\":\"m\",\"x\":\(nested(63))}", nil)
    refused("{\"method\":\"m\",\"x\":\(nested(64))}", -32700)
    refused("[{\"method\":\"m\",\"x\":\(nested(62))}]", nil)
    refused("[{\"method\":\"m\",\"x\":\(nested(63))}]", -32700)
  }

  @Test func `numbers in params keep every digit`() throws {
    let digits = "3.14159265358979323846264338327950288419716939937510e400"
    let request = try single("{\"method\":\"m\",\"params\":{\"value\": [ \(digits) ] }}")
    expect(try request.parameters()["value"]?.description, equals: "[\(digits)]")
  }

  @Test func `a request is read back as written`() throws {
    for id in [nil, JSONText(1), JSONText("a\n"), .null] {
      let request = Request(
        id: id, method: "topics.ai.pros.add",
        parameters: Parameters([.init(name: "text", value: JSONText("No\nbreaks"))]))
      expect(request.line.last, equals: 0x0A)
      expect(request.line.dropLast().allSatisfy { $0 >= 0x20 })
      expect(try single(request.line.dropLast()), equals: request)
    }
    let bare = Request(id: nil, method: "ping")
    expect(bare.line, equals: Array(#"{"jsonrpc":"2.0","method":"ping"}"#.utf8) + [0x0A])
  }
}

func nested(_ depth: Int) -> String {
  String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

func line(_ text: some Sequence<UInt8>) throws(RequestError) -> RequestLine {
  let bytes = Array(text)
  let result = bytes.withUnsafeBytes { buffer in
    Result { () throws(RequestError) in try RequestLine(buffer) }
  }
  return try result.get()
}

func line(_ text: String) throws(RequestError) -> RequestLine {
  try line(text.utf8)
}

func single(_ text: some Sequence<UInt8>) throws -> Request {
  guard case .single(let request) = try line(text) else { throw JSONError(.unexpectedByte, at: 0) }
  return try request.get()
}

func single(_ text: String) throws -> Request {
  try single(Array(text.utf8))
}

/// Expects that a line is refused with a code, or accepted if the code is nil.
func refused(
  _ text: some Sequence<UInt8>, _ code: Int?, sourceLocation: SourceLocation = #_sourceLocation
) {
  let bytes = Array(text)
  var found: Int?
  do throws(RequestError) { _ = try line(bytes) } catch { found = error.code }
  expect(
    found, equals: code, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation
  )
}

func refused(_ text: String, _ code: Int?, sourceLocation: SourceLocation = #_sourceLocation) {
  refused(Array(text.utf8), code, sourceLocation: sourceLocation)
}
