import DomainTestSupport
import Expectations
import MemoryPlatform
import Synchronization
import Testing

@testable import Domain

/// Which entries of a trash are erased, and when.
struct TrashTests {
  private static func entry(
    _ number: Int, of author: String, bytes: Int = 1, at date: Int64 = 0
  ) -> TrashEntry {
    let removal = Removal(
      id: "\(author)\(number)", author: author,
      date: Timestamp(millisecondsSince1970: date))
    return TrashEntry(.topic("cats", title: "Cats"), removal, bytes: bytes)
  }

  private func excess(
    _ all: [TrashEntry], each: Int = 100, bytesEach: Int = 100, all count: Int = 100,
    bytes: Int = 100
  ) -> [String] {
    TrashLimits(entriesPerUser: each, bytesPerUser: bytesEach, entries: count, bytes: bytes)
      .excess(of: all).sorted()
  }

  @Test func `within its limits, a trash keeps everything`() {
    let all = [1, 2].map { Self.entry($0, of: "ada", bytes: 50) }
    expect(excess(all, each: 2, bytesEach: 100, all: 2, bytes: 100), equals: [])
  }

  @Test func `a user loses the oldest entries beyond the limits for each user`() {
    let all = (1...4).map { Self.entry($0, of: "ada") } + [Self.entry(1, of: "bob")]
    expect(excess(all, each: 2), equals: ["ada3", "ada4"])
    expect(excess(all, bytesEach: 3), equals: ["ada4"])
  }

  @Test func `beyond the limits for all, the user who has most loses the oldest`() {
    let flood = (1...6).map { Self.entry($0, of: "eve") }
    let all = flood + [Self.entry(1, of: "ada"), Self.entry(1, of: "bob")]
    expect(excess(all, all: 4), equals: ["eve3", "eve4", "eve5", "eve6"])
    expect(excess(all, bytes: 7), equals: ["eve6"])
    let large = [Self.entry(1, of: "eve", bytes: 9), Self.entry(2, of: "eve", bytes: 60)]
    expect(excess(large + [Self.entry(1, of: "ada", bytes: 50)], bytes: 100), equals: ["eve2"])
  }

  @Test func `the limits of each user leave room for others`() {
    expect(Limits.trashEntriesPerUser < Limits.trashEntries)
    expect(Limits.trashBytesPerUser < Limits.trashBytes)
  }

  // MARK: Expiry

  /// A trash with some entries.
  private final class Trash: TrashGateway {
    private let entries: Mutex<[TrashEntry]>

    init(_ dates: [Int64]) {
      entries = Mutex(dates.enumerated().map { entry($0, of: "ada", at: $1) })
    }

    func trash() async throws(TrashError) -> [TrashEntry] { entries.withLock { $0 } }

    func erase(_ ids: Set<TrashEntry.ID>) async throws(TrashError) {
      entries.withLock { $0.removeAll { ids.contains($0.id) } }
    }

    var dates: [Int64] { entries.withLock { $0.map(\.removal.date.millisecondsSince1970) } }
  }

  @Test func `what expires is erased, and the next expiry is known`() async throws {
    let (trash, clock) = (Trash([5000, 1000, 2000]), TestClock(3000))
    let expire = ExpireTrash(gateway: trash) { clock.now }
    expect(try await expire(after: .seconds(2)), equals: .seconds(1))
    expect(trash.dates, equals: [5000, 2000])
    clock.advance(milliseconds: 1000)
    expect(try await expire(after: .seconds(2)), equals: .seconds(3))
    expect(trash.dates, equals: [5000])
    clock.advance(milliseconds: 3000)
    expect(try await expire(after: .seconds(2)) == nil)
    expect(trash.dates, equals: [])
  }

  @Test func `nothing is erased early when the clock is set back`() async throws {
    let (trash, clock) = (Trash([9_000_000, 1000]), TestClock(2000))
    let expire = ExpireTrash(gateway: trash) { clock.now }
    expect(try await expire(after: .seconds(2)), equals: .seconds(1))
    expect(trash.dates, equals: [9_000_000, 1000])
  }

  @Test func `only what is in the trash can be purged`() async throws {
    let (trash, clock) = (Trash([1000]), TestClock(2000))
    let entries = StoreTrash(gateway: trash) { clock.now }
    await #expect(throws: TrashError.notFound(id: "none")) { try await entries.purge("none") }
    try await entries.purge("ada0")
    expect(trash.dates, equals: [])
    await #expect(throws: TrashError.noTrash) {
      try await StoreTrash(gateway: MemoryGateway()) { clock.now }.purge("ada0")
    }
  }
}
