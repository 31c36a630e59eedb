import Domain
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procond

/// When what was removed is erased.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10))) struct TrashExpiryTests {
  /// A trash with two topics, one hour and ten days old.
  private final class FakeTrash: TrashGateway {
    let keepsTrash = true
    let asked = Journal<Void>()
    let erased = Journal<Set<TrashEntry.ID>>()

    func trash() async throws(TrashError) -> [TrashEntry] {
      defer { asked.note(()) }
      let gone = Set(erased.events.flatMap(\.self))
      let ages: [(String, Int64)] = [("new", 3600), ("old", 10 * 86_400)]
      return ages.filter { !gone.contains($0.0) }.map { id, age in
        let date = Timestamp(
          millisecondsSince1970: TrashExpiryTests.now.millisecondsSince1970 - age * 1000)
        let removal = Removal(id: id, author: "ada", date: date)
        return TrashEntry(.topic(id, title: id), removal, bytes: 1)
      }
    }

    func restore(
      _ id: TrashEntry.ID, by author: String, at date: Timestamp
    ) async throws(TrashError) -> Stored<Topic.ID> {
      throw .notFound(id: id)
    }

    func erase(_ ids: Set<TrashEntry.ID>) async throws(TrashError) { erased.note(ids) }

    func removals() -> AsyncStream<Void> { AsyncStream { _ in } }
  }

  fileprivate static let now = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  @LoopActor
  @Test func `a shorter time in the trash takes effect at once`() async throws {
    let trash = FakeTrash()
    let expiry = TrashExpiry(trash, after: .seconds(30 * 86_400), now: { Self.now })
    expiry.begin()
    try await trash.asked.wait(count: 1)
    expect(trash.erased.events.isEmpty)
    expiry.time = .seconds(86_400)
    expect(try await trash.erased.wait(count: 1), equals: [["old"]])
    expiry.time = .seconds(60)
    expect(try await trash.erased.wait(count: 2), equals: [["old"], ["new"]])
    expiry.end()
  }
}
