import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct ConnectionClosingTests {
  @LoopActor
  @Test func `closing twice is safe, and the peer sees the end of the stream`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.connection?.close()
    recorder.connection?.close()
    expect(recorder.connection?.isClosed, equals: true)
    expect(try peer.receive().isEmpty)
    recorder.connection?.write([1])
    recorder.connection?.pauseReading()
    recorder.connection?.resumeReading()
    recorder.connection?.endWriting()
    recorder.connection?.closeWhenDrained()
    await nextTurn()
    expect(recorder.journal.events.isEmpty)
  }

  @LoopActor
  @Test func `closing inside each of its callbacks is safe`() async throws {
    try await actInEachCallback { $0.close() }
  }

  @LoopActor
  @Test func `releasing inside each of its callbacks is safe`() async throws {
    try await actInEachCallback { connection in
      (connection.handler as? ConnectionRecorder)?.connection = nil
    }
  }

  /// Triggers each callback as the first one and acts inside it; no other callback may follow.
  @LoopActor
  private func actInEachCallback(
    _ act: @escaping @LoopActor (PipeConnection) -> Void
  ) async throws {
    let causes: [@LoopActor (PipeConnection, RawSocket) throws -> Void] = [
      { _, peer in try peer.send([1]) },
      { _, peer in peer.endSending() },
      { connection, peer in
        connection.pauseReading()
        peer.close()
      },
      { connection, peer in
        while connection.offer(Array(repeating: 1, count: 4000)) {}
        Task { try await onOwnThread { while try !peer.receive().isEmpty {} } }
      },
      { connection, peer in
        connection.pauseReading()
        peer.close()
        connection.write([1])
      },
    ]
    for cause in causes {
      let (recorder, peer) = try connectedPair()
      recorder.onEvent = { connection, _ in act(connection) }
      try recorder.connection.map { try cause($0, peer) }
      try await recorder.journal.wait(count: 1)
      for _ in 0..<3 { await nextTurn() }
      expect(recorder.journal.events.count, equals: 1)
    }
  }

  @LoopActor
  @Test(arguments: [true, false])
  func `of two ready connections that end each other, only one is notified`(isReleased: Bool)
    async throws
  {
    let (first, firstPeer) = try connectedPair()
    let (second, secondPeer) = try connectedPair()
    let end = { (recorder: ConnectionRecorder) in
      if isReleased { recorder.connection = nil } else { recorder.connection?.close() }
    }
    first.onEvent = { _, _ in end(second) }
    second.onEvent = { _, _ in end(first) }
    try firstPeer.send([1])
    try secondPeer.send([1])
    for _ in 0..<5 { await nextTurn() }
    expect(first.journal.events.count + second.journal.events.count, equals: 1)
    first.onEvent = { _, _ in }
  }

  @LoopActor
  @Test func `releasing an open connection closes it`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.connection?.write(Array(repeating: 1, count: 1_000_000))
    recorder.connection = nil
    let received = try await onOwnThread { try peer.receiveAll() }
    expect(received.count < 1_000_000)
    expect(recorder.journal.events.isEmpty)
  }

  @Test func `releasing a connection on another thread while bytes arrive is safe`() async throws {
    let recorder = ConnectionRecorder()
    for _ in 0..<300 {
      let (peer, descriptor) = RawSocket.pair()
      try peer.send(Array(repeating: 1, count: 100))
      var connection: PipeConnection? = try await { @LoopActor in
        let connection = try PipeConnection(descriptor: descriptor)
        // It is ready in every turn of the loop.
        connection.handler = recorder
        while connection.offer(Array(repeating: 1, count: 50_000)) {}
        return connection
      }()
      withExtendedLifetime(connection) {}
      connection = nil
      // Ends with ECONNRESET, because the peer's bytes were not read.
      try await onOwnThread { while let bytes = try? peer.receive(), !bytes.isEmpty {} }
    }
  }

  @LoopActor
  @Test func `a released handler is not called`() async throws {
    let (peer, descriptor) = RawSocket.pair()
    let connection = try PipeConnection(descriptor: descriptor)
    var recorder: ConnectionRecorder? = ConnectionRecorder()
    connection.handler = recorder
    withExtendedLifetime(recorder) {}
    recorder = nil
    try peer.send([1])
    peer.close()
    for _ in 0..<5 { await nextTurn() }
    expect(connection.isClosed)
  }

  @LoopActor
  @Test func `closing when drained is immediate and silent when nothing is pending`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.connection?.write([1, 2])
    recorder.connection?.closeWhenDrained()
    expect(recorder.connection?.isClosed, equals: true)
    expect(try peer.receiveAll(), equals: [1, 2])
    await nextTurn()
    expect(recorder.journal.events.isEmpty)
  }

  @LoopActor
  @Test func `closing when drained sends the rest, reads nothing more, and is reported`()
    async throws
  {
    let (recorder, peer) = try connectedPair()
    let sent = Array(repeating: UInt8(3), count: 2_000_000)
    recorder.connection?.write(sent)
    recorder.connection?.closeWhenDrained()
    expect(recorder.connection?.isClosed, equals: false)
    try peer.send([1])
    await nextTurn()
    expect(recorder.journal.events.isEmpty)
    let received = try await onOwnThread { try peer.receive(exactly: sent.count) }
    let isEqual = received == sent
    expect(isEqual)
    expect(try await recorder.journal.wait(count: 1), equals: [.broke(nil)])
    expect(recorder.connection?.isClosed, equals: true)
  }

  @LoopActor
  @Test func `a peer that dies while the rest is sent ends the connection`() async throws {
    let (recorder, peer) = try connectedPair()
    recorder.connection?.write(Array(repeating: 3, count: 2_000_000))
    recorder.connection?.closeWhenDrained()
    peer.close()
    expect(try await recorder.journal.wait(count: 1), equals: [.broke(nil)])
    expect(recorder.connection?.isClosed, equals: true)
  }

  @LoopActor
  @Test func `a descriptor that cannot be polled is refused and closed`() {
    let directory = TemporaryDirectory()
    let file = open(directory.file("file"), O_RDWR | O_CREAT, 0o600)
    #expect(throws: LoopError(operation: "poll", code: EPERM)) {
      _ = try PipeConnection(descriptor: file)
    }
  }
}
