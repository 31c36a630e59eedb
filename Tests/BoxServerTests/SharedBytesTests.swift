import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Counts bytes that are sent to several clients.
@Suite(.enabled(if: LoopThread.isRunning)) struct SharedBytesTests {
  @LoopActor
  @Test func `shared bytes count once, while only lines hold them`() {
    let memory = MemoryUse()
    let shared = SharedBytes([1, 2, 3], memory, isKept: true)
    var pieces = [shared.piece, shared.piece]
    expect(memory.shared, equals: 0)
    shared.letGo()
    expect(memory.shared, equals: 3)
    pieces.removeLast()
    expect(memory.shared, equals: 3)
    pieces.removeLast()
    expect(memory.shared, equals: 0)
    pieces = [shared.piece]
    expect(memory.shared, equals: 3)
  }

  @LoopActor
  @Test(arguments: ["latest", "every"])
  func `a long value is not copied into lines`(_ mode: String) throws {
    let log = ChangeLog(epoch: "e")
    let box = log.makeBox(at: try require(Path("a.b")))
    let value = [UInt8](repeating: UInt8(ascii: "1"), count: SharedBytes.least)
    _ = value.withUnsafeBytes { log.set(box, to: $0) }
    let line =
      mode == "latest"
      ? changeLine(of: [box], merged: 3) : changeLine(of: [1], in: log.recent).line
    expect(line.bytes == nil)
    expect(line.pieces.count, equals: 3)
    expect(
      line.pieces[1].bytes.withUnsafeBytes { $0.baseAddress },
      equals: box.member.withUnsafeBytes { $0.baseAddress })
    let text = line.pieces.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    let merged = mode == "latest" ? #","merged":3"# : ""
    expect(
      text,
      equals: #"{"jsonrpc":"2.0","method":"change","params":{"revision":1,"boxes":{"a.b":"#
        + String(decoding: value, as: UTF8.self) + "}\(merged)}}\n")
    expect(line.count, equals: text.utf8.count)
  }
}
