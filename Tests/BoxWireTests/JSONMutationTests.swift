import BoxWire
import SystemTestSupport
import Testing

struct JSONMutationTests {
  /// Change it to try other lines; equal seeds give equal lines.
  private static let seed: UInt64 = 20_251_121

  @Test func `of 100,000 damaged lines none crashes the reader or is wrongly accepted`() {
    print("mutation test: seed \(Self.seed)")
    var mutation = JSONMutation(seed: Self.seed)
    var valid = 0
    for _ in 0..<100_000 {
      let line = mutation.next()
      let isValid = JSONChecker.accepts(line)
      if isValid { valid += 1 }
      guard reads(line) == isValid, isRequestLine(line) == isValid else {
        Issue.record("valid: \(isValid), \(String(decoding: line, as: UTF8.self)), \(line)")
        return
      }
    }
    // The test needs lines of both kinds.
    #expect((5_000..<95_000).contains(valid), "\(valid) of them are valid")
  }

  @Test func `random values are read and keep their content`() throws {
    var generator = SeededGenerator(seed: Self.seed)
    for _ in 0..<5_000 {
      let text = Array(JSONMutation.value(depth: 0, &generator).utf8)
      let json = try JSONText(parsing: text)
      #expect(try JSONText(parsing: json.bytes) == json)
      #expect(JSONChecker.accepts(json.bytes))
      #expect(!json.bytes.contains(0x0A))
    }
  }

  /// Reads from memory of exactly that size, so that the sanitizer sees each byte read past the
  /// end.
  private func reads(_ line: [UInt8]) -> Bool {
    guard let json = try? JSONText(parsing: line) else { return false }
    // An accepted value must be readable to its full depth.
    visit(json)
    return true
  }

  private func visit(_ json: JSONText) {
    for member in json.members ?? [] { visit(member.value) }
    for element in json.elements ?? [] { visit(element) }
    _ = (json.string, json.integer, json.double, json.boolean, json.isNull)
  }

  private func isRequestLine(_ line: [UInt8]) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: line.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: line)
    do throws(RequestError) {
      _ = try RequestLine(UnsafeRawBufferPointer(buffer))
      return true
    } catch {
      return error.code != RequestError.Code.notJSON.rawValue
    }
  }
}
