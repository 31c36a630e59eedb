import Boxes
import Expectations
import Testing

struct BoxChangeTests {
  private struct Broken: Error {}
  private let box = Box(Content())
  private let heard = Recorder<Content>()

  @Test func `changing one field in place notifies once`() {
    let binding = box.bind(heard.record)
    box.value.message = "disk full"
    expect(heard.values, equals: [Content(), Content(status: true, message: "disk full")])
    binding.cancel()
  }

  @Test func `changing in place through a method notifies once`() {
    let list = Box([3, 1, 2])
    let heard = Recorder<[Int]>()
    let binding = list.bind(heard.record)
    list.value.sort()
    list.value.append(4)
    expect(heard.values, equals: [[3, 1, 2], [1, 2, 3], [1, 2, 3, 4]])
    binding.cancel()
  }

  @Test func `changing in place does not copy a value with a single owner`() {
    let list = Box(Array(0..<1000))
    func address() -> UnsafeRawPointer {
      list.value.withUnsafeBytes { $0.baseAddress! }
    }
    let before = address()
    list.value[0] = 7
    expect(address(), equals: before)
  }

  @Test func `an in-place change that throws midway is reported as far as it got`() {
    func change(_ content: inout Content) throws {
      content.status = false
      throw Broken()
    }
    let binding = box.bind(heard.record)
    #expect(throws: Broken.self) { try change(&box.value) }
    expect(heard.values, equals: [Content(), Content(status: false)])
    expect(box.value, equals: Content(status: false))
    binding.cancel()
  }

  @Test func `update changes many fields and notifies once`() {
    let binding = box.bind(heard.record)
    box.update {
      $0.status = false
      $0.message = "disk full"
    }
    expect(heard.values, equals: [Content(), Content(status: false, message: "disk full")])
    binding.cancel()
  }

  @Test func `update returns what the change returns`() {
    let list = Box([1, 2, 3])
    expect(list.update { $0.removeLast() }, equals: 3)
    expect(list.value, equals: [1, 2])
  }

  @Test func `an update that throws changes nothing and notifies nobody`() {
    let binding = box.bind(heard.record)
    #expect(throws: Broken.self) {
      try box.update { content throws(Broken) in
        content.status = false
        throw Broken()
      }
    }
    expect(heard.values, equals: [Content()])
    expect(box.value, equals: Content())
    binding.cancel()
  }

  @Test func `the box can be read during an update`() {
    box.update { $0.message = box.value.message ?? "none yet" }
    expect(box.value.message, equals: "none yet")
  }
}
