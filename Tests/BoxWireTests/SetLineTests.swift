import Expectations
import SystemTestSupport
import Testing

@testable import BoxWire

struct SetLineTests {
  @Test func `a plain set is parsed in place`() throws {
    let lines = [
      #"{"id":7,"method":"set","params":{"box":"shared.a","value":{"b":[1.50,"\n"]}}}"#,
      #" { "jsonrpc" : "2.0", "params" : { "value" : {"b":[1.50,"\n"]} , "box" : "shared.a" } , "id" : 7 , "method" : "set" } "#,
    ]
    for line in lines {
      let read = try require(summary(line))
      expect(read, equals: ["7", "shared.a", #"{"b":[1.50,"\n"]}"#])
    }
    expect(
      summary(#"{"method":"set","params":{"box":"shared.a","value":null}}"#),
      equals: ["", "shared.a", "null"])
  }

  @Test(arguments: [
    #"{"method":"set","params":{"box":"shared.a","value":1,"ttl":1}}"#,
    #"{"method":"set","params":{"box":"shared.a","value":1,"ifRevision":1}}"#,
    #"{"method":"set","params":{"box":"shared.a","value":[1, 2]}}"#,
    #"{"method":"set","params":{"box":"shared.a","value":1,"value":2}}"#,
    #"{"method":"set","params":{"box":"shared.a","value":1},"params":{}}"#,
    #"{"method":"set","method":"get","params":{"box":"shared.a","value":1}}"#,
    #"{"id":1,"id":2,"method":"set","params":{"box":"shared.a","value":1}}"#,
    #"{"id":[],"method":"set","params":{"box":"shared.a","value":1}}"#,
    #"{"id":true,"method":"set","params":{"box":"shared.a","value":1}}"#,
    #"{"jsonrpc":"1.0","method":"set","params":{"box":"shared.a","value":1}}"#,
    #"{"other":1,"method":"set","params":{"box":"shared.a","value":1}}"#,
    #"{"method":"delete","params":{"box":"shared.a","value":1}}"#,
    #"{"method":"set","params":{"box":"shared.\u0061","value":1}}"#,
    #"{"method":"set","params":{"box":1,"value":1}}"#,
    #"{"method":"set","params":{"box":"","value":1}}"#,
    #"{"method":"set","params":{"box":"a..b","value":1}}"#,
    #"{"method":"set","params":{"box":"shared.a"}}"#,
    #"{"method":"set","params":{"value":1}}"#,
    #"{"method":"set","params":{}}"#,
    #"{"method":"set"}"#,
    #"{"method":"set","params":{"box":"shared.a","value":1}"#,
    #"{"method":"set","params":{"box":"shared.a","value":1}}}"#,
    #"{"method":"set","params":{"box":"shared.a","value":1},}"#,
    #"{"method":"set","params":{"box":"shared.a","value":01}}"#,
    #"[{"method":"set","params":{"box":"shared.a","value":1}}]"#,
    "", "{}", "1",
  ])
  func `any other request is left to the general reader`(_ line: String) {
    expect(summary(line) == nil)
  }

  /// Whatever the fast reader accepts, the general reader reads the same.
  @Test func `of 100,000 damaged lines none is read differently from the general reader`() throws {
    var random = SeededGenerator(seed: 20_261_121)
    let line = Array(
      #"{"jsonrpc":"2.0","id":12,"method":"set","params":{"box":"shared.a-b","value":{"c":[1,"é"]}}}"#
        .utf8)
    let pieces = Array(#"{}[],:"\ 0e-.utrnfalsé"#.utf8) + [0x00, 0x0D, 0xFF, 0xC0]
    var count = 0
    for _ in 0..<100_000 {
      var damaged = line
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let index = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged.remove(at: index)
        case 1: damaged.insert(pieces.randomElement(using: &random) ?? 0, at: index)
        case 2: damaged[index] = pieces.randomElement(using: &random) ?? 0
        default: damaged.swapAt(index, Int.random(in: damaged.indices, using: &random))
        }
      }
      guard let read = summary(damaged) else { continue }
      count += 1
      expect(read, equals: thorough(damaged), "\(String(decoding: damaged, as: UTF8.self))")
    }
    expect(count > 10_000)
  }

  private func summary(_ line: String) -> [String]? {
    summary(Array(line.utf8))
  }

  /// `id`, path and value; nil if the fast reader does not accept the line.
  private func summary(_ line: [UInt8]) -> [String]? {
    line.withUnsafeBytes { bytes in
      SetLine(bytes).map {
        [
          $0.id.map { String(decoding: $0, as: UTF8.self) } ?? "", $0.box.text,
          String(decoding: $0.value, as: UTF8.self),
        ]
      }
    }
  }

  /// What the general reader makes of the line.
  private func thorough(_ line: [UInt8]) -> [String]? {
    line.withUnsafeBytes { bytes in
      guard case .single(.success(let request))? = try? RequestLine(bytes),
        request.method == SetBox.method,
        let set = try? SetBox(request.parameters()), set.ttl == nil, set.ifRevision == nil
      else { return nil }
      return [request.id?.description ?? "", set.box.text, set.value.description]
    }
  }
}
