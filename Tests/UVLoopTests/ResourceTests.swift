import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Tests that need their own process, because they count or use up its resources.
struct ResourceTests {
  @Test func `ten thousand open-close cycles leak neither memory nor descriptors`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      let directory = TemporaryDirectory()
      let server = try await EchoServer(path: directory.file("socket"))
      alarm(120)
      // The first cycles fill caches and pools, and the first measurement loads code into memory.
      try await server.cycles(1000)
      _ = Resources()
      let before = Resources()
      try await server.cycles(10_000)
      // Measured before the first expectation, which also loads code into memory.
      let growth = Resources() - before
      expect(growth.descriptors, equals: 0)
      // Per cycle, half of the smallest block that malloc returns.
      expect(growth.allocatedBytes < 10_000 * 16)
      // Per cycle, half the size of the smallest handle. The sanitizer keeps freed memory for a
      // while.
      if !hasAddressSanitizer() { expect(growth.residentBytes < 10_000 * 64) }
    }
  }

  @Test func `an idle loop does not wake up`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      let directory = TemporaryDirectory()
      let server = try await EchoServer(path: directory.file("socket"))
      try await server.cycles(1)
      let idle = try await IdleThings()
      let file = await threadFile("status")
      let before = await wakeUps(file)
      // Nothing should happen, so there is no event to wait for.
      try await Task.sleep(for: .milliseconds(300))
      expect(await wakeUps(file), equals: before)
      await idle.end()
      withExtendedLifetime(server) {}
    }
  }

  @Test func `out-of-band data does not make the loop spin`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      var peers: [RawSocket] = []
      var recorders: [ConnectionRecorder] = []
      for isPaused in [true, false] {
        let (recorder, peer) = try await connectedPair()
        if isPaused { await recorder.connection?.pauseReading() }
        try peer.send([1], flags: Int32(MSG_OOB))
        recorders.append(recorder)
        peers.append(peer)
      }
      await nextTurn()
      try await onOwnThread { expectLittleWork() }
      withExtendedLifetime((peers, recorders)) {}
    }
  }

  @Test func `without free descriptors a listener refuses connections and carries on`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      try await startRuntimeTimers()
      try await refuseWithoutDescriptors()
    }
  }

  @Test func `a listener without a reserve descriptor waits until one is free`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      try await startRuntimeTimers()
      try await acceptWithoutReserve()
    }
  }
}

// The runtime's own threads fail without descriptors. So these two functions give the loop's thread
// its own descriptor table, fill that, and stay on the thread.

/// Returns when the runtime has opened what its timers need. It does so for the first timer of each
/// clock.
private func startRuntimeTimers() async throws {
  try await Task.sleep(for: .milliseconds(1), clock: .continuous)
  try await Task.sleep(for: .milliseconds(1), clock: .suspending)
}

@LoopActor
private func refuseWithoutDescriptors() async throws {
  let directory = TemporaryDirectory()
  let path = directory.file("socket")
  let accepted = Journal<PipeConnection>()
  let refused = Journal<Bool>()
  let listener = try PipeListener(path: path, mode: 0o600) {
    accepted.note($0)
  } refused: {
    $0.write([9])
    refused.note(true)
  }
  await nextTurn()
  let peers = (0..<4).map { _ in RawSocket.unconnected() }
  let taken = takeAllDescriptors()
  try await onOwnThread {
    for peer in peers.dropLast() {
      try peer.connect(to: path)
      expect(try peer.receiveAll(), equals: [9])
    }
    expectLittleWork()
    for descriptor in taken { close(descriptor) }
    try peers[3].connect(to: path)
  }
  try await accepted.wait(count: 1)
  expect(refused.events.count, equals: 3)
  expect(accepted.events.count, equals: 1)
  listener.close()
}

@LoopActor
private func acceptWithoutReserve() async throws {
  let directory = TemporaryDirectory()
  let path = directory.file("socket")
  let accepted = Journal<PipeConnection>()
  let peer = RawSocket.unconnected()
  await nextTurn()
  // Leaves one for the listener itself, and none for its reserve.
  var descriptors = takeAllDescriptors()
  close(descriptors.removeLast())
  let taken = descriptors
  let listener = try PipeListener(path: path, mode: 0o600) {
    accepted.note($0)
  } refused: { _ in
  }
  try await onOwnThread {
    try peer.connect(to: path)
    expectLittleWork()
    expect(accepted.events.isEmpty)
    for descriptor in taken { close(descriptor) }
  }
  try await accepted.wait(count: 1)
  listener.close()
}

/// One of each kind of handle that may exist while nothing happens.
@LoopActor
private final class IdleThings {
  private let timer = Timer(after: .seconds(60)) {}
  private let signal: Signal
  private let hook = LoopActor.beforeSleep {}
  private let reading: (ConnectionRecorder, RawSocket)
  private let halfClosed: (ConnectionRecorder, RawSocket)
  private let full: (ConnectionRecorder, RawSocket)

  init() async throws {
    signal = try Signal(SIGURG) {}
    reading = try connectedPair()
    halfClosed = try connectedPair()
    full = try connectedPair()
    full.0.connection?.write(Array(repeating: 1, count: 1_000_000))
    halfClosed.1.endSending()
    try await halfClosed.0.journal.wait(count: 1)
    await nextTurn()
  }

  /// To be called before the process exits: exiting, libuv frees what it needs to stop a signal.
  func end() {
    timer.cancel()
    signal.cancel()
  }
}
