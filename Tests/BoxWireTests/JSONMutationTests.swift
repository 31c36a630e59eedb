import BoxWire
import Expectations
import SystemTestSupport
import Testing

struct JSONMutationTests {
  /// Change it to try other lines; equal seeds give equal lines.
  private static let seed: UInt64 = 20_251_121

  @Test func `no damaged line crashes the reader or is wrongly accepted`() {
    let count = TestLength.size(10_000, long: 100_000)
    print("mutation test: seed \(Self.seed)")
    var mutation = JSONMutation(seed: Self.seed)
    var valid = 0
    for _ in 0..<count {
      let line = mutation.next()
      let isValid = JSONChecker.accepts(line)
      if isValid { valid += 1 }
      guard reads(line) == isValid, isRequestLine(line) == isValid else {
        Issue.record("valid: \(isValid), \(String(decoding: line, as: UTF8.self)), \(line)")
        return
      }
    }
    // The test needs lines of both kinds.
    expect((count / 20..<count / 20 * 19).contains(valid), "\(valid) of them are valid")
  }

  @Test func `random values are read and keep their content`() throws {
    var generator = SeededGenerator(seed: Self.seed)
    for _ in 0..<TestLength.size(1000, long: 5000) {
      let text = Array(JSONMutation.value(depth: 0, &generator).utf8)
      let json = try JSONText(parsing: text)
      expect(try JSONText(parsing: json.bytes), equals: json)
      expect(JSONChecker.accepts(json.bytes))
      expect(!json.bytes.contains(0x0A))
      expect(has(json, theParts: try JSONSource(parsing: text)), "\(json)")
    }
  }

  /// Compares the parts of a text, most of whose bytes are not looked at again, with those of a reader
  /// that checks every byte.
  private func has(_ json: JSONText, theParts source: JSONSource) -> Bool {
    if let elements = source.elements {
      return json.elements == elements.map(\.text)
        && zip(json.elements ?? [], elements).allSatisfy(has)
    }
    guard let members = source.members else { return json.elements == nil && json.members == nil }
    let last = Dictionary(members.map { (Array($0.name.utf8), $0.value) }) { _, last in last }
    guard let own = json.members, own.count == last.count else { return false }
    return own.allSatisfy { name, value in
      guard let part = last[Array(name.utf8)] else { return false }
      return value == part.text && json[name] == value && has(value, theParts: part)
    }
  }

  /// Reads from memory of exactly that size, so that the sanitizer sees each byte read past the
  /// end.
  private func reads(_ line: [UInt8]) -> Bool {
    guard let json = try? JSONText(parsing: line) else { return false }
    // An accepted value must be readable to its full depth.
    visit(json)
    return (try? JSONSource(parsing: line)).map { has(json, theParts: $0) } ?? false
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
