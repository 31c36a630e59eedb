import Boxes
import Expectations
import FoundationEssentials
import Testing

struct ContentTests {
  @Test func `the status is true by default`() {
    expect(Content(), equals: Content(status: true, message: nil))
  }

  @Test func `both members are always encoded, a missing message as null`() throws {
    expect(try json(Content()), equals: #"{"message":null,"status":true}"#)
    expect(
      try json(Content(status: false, message: "disk full")),
      equals: #"{"message":"disk full","status":false}"#)
  }

  private func json(_ content: Content) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(content), as: UTF8.self)
  }
}
