import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct ConnectionReadingTests {
  @LoopActor
  @Test func `bytes arrive as they were sent`() async throws {
    let (recorder, peer) = try connectedPair()
    var generator = SeededGenerator(seed: 1)
    let sent = generator.bytes(1_000_000)
    Task { try await onOwnThread { try peer.send(sent) } }
    let events = try await recorder.journal.wait { $0.bytes.count >= sent.count }
    let isEqual = events.bytes == sent
    expect(isEqual)
  }

  @LoopActor
  @Test func `with readsToEnd, everything sent before a close is read, even while paused`()
    async throws
  {
    let (recorder, peer) = try connectedPair()
    recorder.connection?.readsToEnd = true
    recorder.connection?.pauseReading()
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try await onOwnThread { try peer.send(bytes) }
    expect(recorder.journal.events.isEmpty)
    peer.close()
    let events = try await recorder.journal.wait { $0.last == .ended || $0.hasBroken }
    expect(events.bytes, equals: bytes)
  }

  @LoopActor
  @Test func `bytes that arrived before the handler was set are read`() async throws {
    let (peer, descriptor) = RawSocket.pair()
    try peer.send([1, 2, 3])
    let connection = try PipeConnection(descriptor: descriptor)
    let recorder = ConnectionRecorder()
    recorder.serve(connection)
    expect(try await recorder.journal.wait(count: 1), equals: [.read([1, 2, 3])])
  }

  @LoopActor
  @Test func `a paused connection reads nothing until it is resumed`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.connection?.pauseReading()
    try peer.send([1])
    for _ in 0..<3 { await nextTurn() }
    expect(recorder.journal.events.isEmpty)
    recorder.connection?.resumeReading()
    expect(try await recorder.journal.wait(count: 1), equals: [.read([1])])
  }

  @LoopActor
  @Test func `reading can be paused inside a callback`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.onEvent = { connection, _ in connection.pauseReading() }
    Task { try await onOwnThread { try peer.send(Array(repeating: 1, count: 200_000)) } }
    try await recorder.journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(recorder.journal.events.count, equals: 1)
    recorder.onEvent = { _, _ in }
    recorder.connection?.resumeReading()
    try await recorder.journal.wait { $0.bytes.count == 200_000 }
  }

  @LoopActor
  @Test func `the end of a peer's side is reported once, and the peer can still read`() async throws
  {
    let (recorder, peer) = try connectedPair()
    try peer.send([1])
    peer.endSending()
    try await recorder.journal.wait(count: 2)
    for _ in 0..<3 { await nextTurn() }
    expect(recorder.journal.events, equals: [.read([1]), .ended])
    expect(recorder.connection?.isAtEnd, equals: true)
    recorder.connection?.write([2])
    expect(try await onOwnThread { try peer.receive() }, equals: [2])
  }

  @LoopActor
  @Test func `a peer that ends its side and then dies is noticed`() async throws {
    let (recorder, peer) = try connectedPair()
    peer.endSending()
    try await recorder.journal.wait(count: 1)
    peer.close()
    expect(try await recorder.journal.wait(count: 2), equals: [.ended, .broke(nil)])
    expect(recorder.connection?.isClosed, equals: true)
  }

  @LoopActor
  @Test func `a peer that vanishes is noticed`() async throws {
    let (recorder, peer) = try connectedPair()
    peer.close()
    try await recorder.journal.wait { $0.hasBroken }
    expect(recorder.journal.events, equals: [.ended, .broke(nil)])
  }

  @LoopActor
  @Test func `a peer that vanishes is noticed while reading is paused`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.connection?.pauseReading()
    try peer.send([1])
    peer.close()
    expect(try await recorder.journal.wait(count: 1), equals: [.broke(nil)])
  }

  @LoopActor
  @Test func `bytes that a peer sent before it vanished are read first`() async throws {
    let (recorder, peer) = try connectedPair()
    try peer.send(Array(repeating: 7, count: 150_000))
    peer.close()
    let events = try await recorder.journal.wait { $0.hasBroken }
    let isEqual = events.bytes == Array(repeating: 7, count: 150_000)
    expect(isEqual)
    expect(events.last, equals: .broke(nil))
  }

  @LoopActor
  @Test func `the same holds if the peer has not read what was sent to it`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.connection?.write([1])
    try peer.send(Array(repeating: 7, count: 150_000))
    peer.close()
    let events = try await recorder.journal.wait { $0.hasBroken }
    let isEqual = events.bytes == Array(repeating: 7, count: 150_000)
    expect(isEqual)
    expect(events.filter(\.isBreak), equals: [.broke(nil)])
    expect(events.last, equals: .broke(nil))
  }

  @LoopActor
  @Test func `a handler that closes while the rest is read is not called again`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.onEvent = { connection, _ in connection.close() }
    recorder.connection?.write([1])
    try peer.send(Array(repeating: 7, count: 150_000))
    peer.close()
    try await recorder.journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(recorder.journal.events.count, equals: 1)
  }

  @LoopActor
  @Test func `out-of-band data does not disturb other connections`() async throws {
    let (recorder, peer) = try connectedPair()
    let (other, otherPeer) = try connectedPair()
    try peer.send([1])
    try peer.send([9], flags: Int32(MSG_OOB))
    try? peer.send([2])
    try otherPeer.send([3])
    expect(try await other.journal.wait(count: 1), equals: [.read([3])])
    try await recorder.journal.wait { $0.bytes.contains(1) || $0.hasBroken }
  }
}
