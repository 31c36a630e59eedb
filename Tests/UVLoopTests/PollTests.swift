import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct PollTests {
  @LoopActor
  @Test func `a readable descriptor is reported as long as it is readable`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let poll = try Poll(end) { journal.note($0) }
    poll.watch(.readable)
    await nextTurn()
    expect(journal.events.isEmpty)
    try peer.send([1])
    let events = try await journal.wait(count: 3)
    expect(events.allSatisfy { $0 == .readable })
    poll.close()
  }

  @LoopActor
  @Test func `a writable descriptor is reported`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let poll = try Poll(end) { journal.note($0) }
    poll.watch([.readable, .writable])
    expect(try await journal.wait(count: 1).first, equals: .writable)
    poll.close()
    peer.close()
  }

  @LoopActor
  @Test func `watching only for hang-ups reports only that the other end is closed`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let poll = try Poll(end) { journal.note($0) }
    poll.watch(.hangUp)
    try peer.send([1])
    peer.endSending()
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.isEmpty)
    peer.close()
    expect(try await journal.wait(count: 1).first, equals: .hangUp)
    poll.close()
  }

  @LoopActor
  @Test func `an error of the descriptor is reported as a hang-up`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let poll = try Poll(end) { journal.note($0) }
    poll.watch([.readable, .hangUp])
    // The peer closes without having read its bytes, which is an error here (ECONNRESET).
    _ = send(end, [1], 1, 0)
    peer.close()
    expect(try await journal.wait(count: 1).first, equals: .hangUp)
    poll.close()
  }

  @LoopActor
  @Test func `nothing is reported while nothing is watched`()
    async throws
  {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let poll = try Poll(end) { journal.note($0) }
    poll.watch(.readable)
    poll.watch([])
    try peer.send([1])
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.isEmpty)
    poll.watch(.readable)
    try await journal.wait(count: 1)
    poll.close()
  }

  @LoopActor
  @Test func `a poll can be closed twice and inside its own callback`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let holder = Holder<Poll>()
    holder.held = try Poll(end) {
      holder.held?.close()
      holder.held?.close()
      journal.note($0)
    }
    holder.held?.watch(.readable)
    try peer.send([1])
    try await journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.count, equals: 1)
    holder.held?.watch(.readable)
    holder.held = nil
  }

  @LoopActor
  @Test func `releasing a poll ends it, even inside its own callback`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let holder = Holder<Poll>()
    holder.held = try Poll(end) {
      holder.held = nil
      journal.note($0)
    }
    holder.held?.watch(.readable)
    try peer.send([1])
    try await journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.count, equals: 1)
  }

  @Test func `releasing a poll on another thread while it fires is safe`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    try peer.send([1])
    for _ in 0..<300 {
      let fired = Journal<Bool>()
      var poll: Poll? = try await { @LoopActor in
        let poll = try Poll(end) { _ in fired.note(true) }
        poll.watch(.readable)
        return poll
      }()
      try await fired.wait(count: 1)
      withExtendedLifetime(poll) {}
      poll = nil
      await nextTurn()
    }
  }

  @LoopActor
  @Test func `a regular file is refused`() async throws {
    let directory = TemporaryDirectory()
    let file = open(directory.file("file"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    #expect(throws: LoopError(operation: "poll", code: EPERM)) { _ = try Poll(file) { _ in } }
  }

  @LoopActor
  @Test func `a poll makes the open file non-blocking`() async throws {
    let (_, end) = RawSocket.pair()
    defer { close(end) }
    _ = fcntl(end, F_SETFL, 0)
    let poll = try Poll(end, .writable) { _ in }
    expect(fcntl(end, F_GETFL) & O_NONBLOCK, equals: O_NONBLOCK)
    poll.close()
  }

  @LoopActor
  @Test func `urgent bytes are dropped and are not a hang-up`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let poll = try Poll(end) { journal.note($0) }
    try peer.send([1], flags: Int32(MSG_OOB))
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events.isEmpty)
    peer.close()
    expect(try await journal.wait(count: 1), equals: [.hangUp])
    poll.close()
  }

  /// Both are ready at once. The first one to be called closes the other's descriptor, and a new
  /// descriptor gets its number.
  @LoopActor
  @Test func `an event of a closed descriptor is not reported for a new one with its number`()
    async throws
  {
    let pairs = (0..<2).map { _ in RawSocket.pair() }
    for (peer, _) in pairs { try peer.send([1]) }
    let journal = Journal<String>()
    let holder = Holder<[Poll]>()
    let (quiet, quietEnd) = RawSocket.pair()
    holder.held = try pairs.map { _, end in
      try Poll(end, .readable) { _ in
        guard holder.held?.count == 2 else { return }
        journal.note("ready")
        holder.held = []
        let other = pairs[0].loopEnd == end ? pairs[1].loopEnd : pairs[0].loopEnd
        dup2(quietEnd, other)
        let poll = try? Poll(other, .readable) { _ in journal.note("wrong") }
        holder.held = [poll].compactMap(\.self)
      }
    }
    try await journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    expect(journal.events, equals: ["ready"])
    expect(holder.held?.count, equals: 1)
    holder.held = nil
    for (_, end) in pairs { close(end) }
    close(quietEnd)
    quiet.close()
  }
}
