import BoxWire
import Expectations
import Testing

struct BatchTests {
  @Test func `a batch keeps its requests in order`() throws {
    let requests = try batch(
      #" [ {"id":1,"method":"a"} , {"method":"b"},{"id":"x","method":"c"} ] "#)
    expect(try requests.map { try $0.get().method }, equals: ["a", "b", "c"])
    expect(try requests.map { try $0.get().id?.description }, equals: ["1", nil, "\"x\""])
  }

  @Test func `the line of a batch is read back`() throws {
    let requests = [Request(id: JSONText(1), method: "a"), Request(id: JSONText(2), method: "b")]
    let line = Request.line(batch: requests)
    expect(line.last, equals: UInt8(ascii: "\n"))
    expect(try batch(String(decoding: line, as: UTF8.self)).map { try $0.get() }, equals: requests)
  }

  @Test func `a batch of one is a batch`() throws {
    expect(try batch(#"[{"method":"a"}]"#).count, equals: 1)
  }

  @Test func `a member that is not a request does not affect the others`() throws {
    let requests = try batch(#"[1,{"method":"a"},{},[],[{"method":"b"}]]"#)
    expect(requests.map { (try? $0.get()) != nil }, equals: [false, true, false, false, false])
    for case .failure(let error) in requests { expect(error.code, equals: -32600) }
  }

  @Test func `an empty batch is an invalid request`() {
    refused("[]", -32600)
    refused(" [ ] ", -32600)
  }

  @Test func `a batch has at most 100 members`() throws {
    let member = #"{"method":"ping"}"#
    func text(_ count: Int) -> String {
      "[" + Array(repeating: member, count: count).joined(separator: ",") + "]"
    }
    expect(try batch(text(100)).count, equals: 100)
    let error = #expect(throws: RequestError.self) { try line(text(101)) }
    expect(error?.code, equals: -32004)
    expect(error?.fact, equals: .limit("batch"))
    refused(text(30_000), -32004)
    refused(text(101) + "]", -32700)
  }

  @Test func `one syntax error refuses the whole batch`() {
    refused(#"[{"method":"a"},{"method":"b",}]"#, -32700)
    refused(#"[{"method":"a"}"#, -32700)
    refused(#"[{"method":"a"}}"#, -32700)
    refused(#"[{"method":"a"} {"method":"b"}]"#, -32700)
    refused(#"[,{"method":"a"}]"#, -32700)
  }

  private func batch(_ text: String) throws -> [Result<Request, RequestError>] {
    guard case .batch(let requests) = try line(text) else { return [] }
    return requests
  }
}
