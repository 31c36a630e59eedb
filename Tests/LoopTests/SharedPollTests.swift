import Glibc
import Loop
import TestSupport
import Testing

@Suite(.enabled(if: LoopThread.isRunning))
struct SharedPollTests {
  @LoopActor
  @Test func `it leaves the open file as it is`() async throws {
    let (_, end) = RawSocket.pair()
    defer { close(end) }
    _ = fcntl(end, F_SETFL, 0)
    let poll = try SharedPoll(end) { _ in }
    await nextTurn()
    #expect(fcntl(end, F_GETFL) & O_NONBLOCK == 0)
    poll.close()
  }

  @LoopActor
  @Test func `it tells that a descriptor can be written only while that is watched`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let poll = try SharedPoll(end) { journal.note($0) }
    for _ in 0..<3 { await nextTurn() }
    #expect(journal.events.isEmpty)
    poll.watchWritable(true)
    #expect(try await journal.wait(count: 1)[0] == .writable)
    poll.watchWritable(false)
    let count = journal.events.count
    for _ in 0..<3 { await nextTurn() }
    #expect(journal.events.count == count)
    poll.close()
    peer.close()
  }

  @LoopActor
  @Test func `it tells once that the other end is gone`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let poll = try SharedPoll(end) { journal.note($0) }
    try peer.send([1])
    peer.close()
    #expect(try await journal.wait(count: 1) == [.hangUp])
    for _ in 0..<3 { await nextTurn() }
    #expect(journal.events.count == 1)
    poll.close()
  }

  @LoopActor
  @Test func `it can be closed twice and inside its own callback`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let holder = Holder<SharedPoll>()
    holder.held = try SharedPoll(end) {
      holder.held?.close()
      holder.held?.close()
      journal.note($0)
    }
    holder.held?.watchWritable(true)
    try await journal.wait(count: 1)
    for _ in 0..<3 { await nextTurn() }
    #expect(journal.events.count == 1)
    holder.held = nil
    peer.close()
  }

  @LoopActor
  @Test func `it can be released inside its own callback`() async throws {
    let (peer, end) = RawSocket.pair()
    defer { close(end) }
    let journal = Journal<Poll.Events>()
    let holder = Holder<SharedPoll>()
    holder.held = try SharedPoll(end) {
      holder.held = nil
      journal.note($0)
    }
    peer.close()
    #expect(try await journal.wait(count: 1) == [.hangUp])
  }

  @LoopActor
  @Test func `a regular file is refused`() {
    let directory = TemporaryDirectory()
    let file = open(directory.file("file"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    #expect(throws: LoopError(operation: "epoll", code: EPERM)) {
      _ = try SharedPoll(file) { _ in }
    }
  }
}
