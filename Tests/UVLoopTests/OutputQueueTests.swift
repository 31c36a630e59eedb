import Expectations
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import UVLoop

/// Output that the kernel has not taken yet.
@Suite struct OutputQueueTests {
  private final class Hold {}

  @Test func `pieces are sent in order, whatever amount is taken at a time`() throws {
    let (reader, writer) = RawSocket.pair()
    defer { reader.close() }
    var generator = SystemRandomNumberGenerator()
    var queue = OutputQueue()
    var expected: [UInt8] = []
    for number in 0..<40 {
      let bytes = [UInt8](
        repeating: UInt8(number), count: Int.random(in: 0...300, using: &generator))
      let start = Int.random(in: 0...bytes.count, using: &generator)
      queue.append(OutputPiece(bytes, hold: number % 3 == 0 ? Hold() : nil), from: start)
      expected += bytes[start...]
    }
    expect(queue.bytes, equals: expected.count)
    var received: [UInt8] = []
    while !queue.isEmpty {
      let sent = queue.send(to: writer)
      let part = Int.random(in: 1...max(1, sent), using: &generator)
      // As if the kernel had taken only this part.
      received += try reader.receive(exactly: sent).prefix(part)
      queue.drop(part)
      expect(queue.bytes, equals: expected.count - received.count)
    }
    expect(received, equals: expected)
    expect(queue.ownBytes, equals: 0)
  }

  @Test func `a hold is kept until its bytes are taken`() {
    var queue = OutputQueue()
    var hold: Hold? = Hold()
    weak let observed = hold
    queue.append(OutputPiece([1]))
    queue.append(OutputPiece([2, 3], hold: hold))
    hold = nil
    expect(queue.ownBytes, equals: 1)
    expect(queue.holds.count, equals: 1)
    queue.drop(2)
    expect(observed != nil)
    queue.drop(1)
    expect(observed == nil)
    expect(queue.isEmpty)
  }

  @Test func `everything after the first line can be dropped`() {
    var queue = OutputQueue()
    queue.append(OutputPiece(Array("ab".utf8)), from: 1)
    queue.append(OutputPiece(Array("c\nd\n".utf8), hold: Hold()))
    queue.append(OutputPiece(Array("e\n".utf8)))
    queue.cutAfterLine()
    expect(queue.bytes, equals: 3)
    expect(queue.holds.isEmpty)
  }
}
