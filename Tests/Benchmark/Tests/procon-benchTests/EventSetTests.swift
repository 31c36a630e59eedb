import Glibc
import Testing

@testable import procon_bench

@Suite struct EventSetTests {
  private let events: EventSet
  private let ends: [Int32]

  init() throws {
    events = try EventSet()
    var ends: [Int32] = [-1, -1]
    // The programs that other tests start do not inherit them.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    self.ends = ends
  }

  private func happened(milliseconds: Int = 5000) -> [Int: EventSet.Events] {
    var all: [Int: EventSet.Events] = [:]
    for index in 0..<events.wait(milliseconds: milliseconds) {
      let (token, happened) = events[index]
      all[token] = happened
    }
    return all
  }

  @Test func `the requested events of each descriptor are reported`() throws {
    defer { for end in ends { close(end) } }
    try events.add(ends[0], token: 7)
    try events.add(ends[1], token: 8, [.readable, .writable])
    #expect(happened() == [8: .writable])
    try events.change(ends[1], token: 8, .readable)
    #expect(happened(milliseconds: 0) == [:])
    #expect(write(ends[1], "x", 1) == 1)
    #expect(happened() == [7: .readable])
    try events.remove(ends[0])
    #expect(happened(milliseconds: 0) == [:])
  }

  @Test func `the end of a connection is reported even if no event is requested`() throws {
    defer { close(ends[0]) }
    try events.add(ends[0], token: 1, [])
    close(ends[1])
    #expect(happened()[1]?.contains(.hangUp) == true)
  }

  @Test func `a descriptor that cannot be watched is refused`() throws {
    for end in ends { close(end) }
    #expect(throws: SystemError(operation: "epoll", code: EBADF)) { try events.add(-1, token: 0) }
  }
}
