import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct ConnectionWritingTests {
  @LoopActor
  @Test func `ten megabytes reach a slow reader byte for byte`() async throws {
    let (recorder, peer) = try connectedPair()
    let connection = try require(recorder.connection)
    var generator = SeededGenerator(seed: 2)
    let sent = generator.bytes(10_000_000)
    var start = 0
    while start < sent.count {
      let end = min(sent.count, start + Int.random(in: 1...300_000, using: &generator))
      connection.write(Array(sent[start..<end]))
      start = end
    }
    expect(connection.unsentBytes > 9_000_000)
    let received = try await onOwnThread {
      var generator = SeededGenerator(seed: 3)
      var received: [UInt8] = []
      while received.count < sent.count {
        let next = try peer.receive(upTo: Int.random(in: 1...20_000, using: &generator))
        if next.isEmpty { break }
        received += next
      }
      return received
    }
    let isEqual = received == sent
    expect(isEqual)
    try await recorder.journal.wait { $0.contains(.drained) }
    expect(connection.unsentBytes, equals: 0)
    expect(connection.isDrained)
  }

  @LoopActor
  @Test func `small writes are sent at once without a drain event`() async throws {
    let (recorder, peer) = try connectedPair()
    let connection = try require(recorder.connection)
    connection.write([1, 2, 3])
    connection.write([])
    expect(connection.offer([4]))
    expect(connection.unsentBytes, equals: 0)
    expect(connection.isDrained)
    expect(try peer.receive(), equals: [1, 2, 3, 4])
    await nextTurn()
    expect(recorder.journal.events.isEmpty)
  }

  @LoopActor
  @Test func `an offer is accepted whole or not at all`() async throws {
    let (recorder, peer) = try connectedPair()
    var generator = SeededGenerator(seed: 4)
    var accepted: [UInt8] = []
    var refusals = 0
    func offerAll(_ connection: PipeConnection) {
      while accepted.count < 3_000_000 {
        let line = generator.bytes(Int.random(in: 1...30_000, using: &generator))
        guard connection.offer(line) else {
          refusals += 1
          return
        }
        accepted += line
      }
      connection.closeWhenDrained()
    }
    recorder.onEvent = { connection, event in
      if event == .drained { offerAll(connection) }
    }
    offerAll(try require(recorder.connection))
    let received = try await onOwnThread { try peer.receiveAll() }
    let isEqual = received == accepted
    expect(isEqual)
    expect(refusals > 0)
  }

  @LoopActor
  @Test func `a refused offer is followed by one drain event when everything before it is sent`()
    async throws
  {
    let (recorder, peer) = try connectedPair()
    let connection = try require(recorder.connection)
    let line = Array(repeating: UInt8(1), count: 10_000)
    var count = 0
    while connection.offer(line) { count += line.count }
    expect(!connection.isDrained)
    expect(!connection.offer(line))
    await nextTurn()
    expect(recorder.journal.events.isEmpty)
    let total = count
    _ = try await onOwnThread { try peer.receive(exactly: total) }
    try await recorder.journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(recorder.journal.events, equals: [.drained])
    expect(connection.isDrained)
  }

  @LoopActor
  @Test func `an empty offer is always accepted`() async throws {
    let (recorder, _) = try connectedPair()
    let connection = try require(recorder.connection)
    expect(connection.offer([]))
    expect(connection.isDrained)
  }

  @LoopActor
  @Test func `a write to a closed peer is reported later and raises no signal`() async throws {
    let (recorder, peer) = try connectedPair()
    let connection = try require(recorder.connection)
    peer.endBoth()
    connection.write([1])
    connection.write([2])
    expect(!connection.offer([3]))
    expect(recorder.journal.events.isEmpty)
    let events = try await recorder.journal.wait { $0.hasBroken }
    expect(events.filter(\.isBreak), equals: [.broke(nil)])
    connection.write([4])
    expect(!connection.offer([5]))
    expect(connection.unsentBytes, equals: 0)
  }

  @LoopActor
  @Test func `a peer that vanishes with much unsent data is reported once`() async throws {
    let (recorder, peer) = try connectedPair()
    let connection = try require(recorder.connection)
    connection.write(Array(repeating: 1, count: 3_000_000))
    _ = try peer.receive()
    peer.close()
    try await recorder.journal.wait { $0.hasBroken }
    for _ in 0..<3 { await nextTurn() }
    expect(recorder.journal.events.filter(\.isBreak), equals: [.broke(nil)])
    expect(connection.isClosed)
    expect(connection.unsentBytes, equals: 0)
  }

  @LoopActor
  @Test(arguments: [10, 2_000_000])
  func `ending the sending side takes effect after pending bytes`(_ count: Int) async throws {
    let (recorder, peer) = try connectedPair()
    let connection = try require(recorder.connection)
    connection.write(Array(repeating: 1, count: count))
    connection.endWriting()
    let received = try await onOwnThread { try peer.receiveAll() }
    expect(received.count, equals: count)
    try peer.send([5])
    try await recorder.journal.wait { $0.bytes == [5] }
    expect(!connection.isClosed)
  }

  @Test func `a write to a closed peer does not end a process with the default SIGPIPE action`()
    async
  {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      signal(SIGPIPE, SIG_DFL)
      let (recorder, peer) = try await connectedPair()
      await recorder.connection?.pauseReading()
      peer.close()
      await recorder.connection?.write([1])
      try await recorder.journal.wait { $0.hasBroken }
    }
  }
}
