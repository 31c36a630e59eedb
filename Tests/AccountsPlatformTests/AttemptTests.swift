import Domain
import Expectations
import SystemTestSupport
import Testing
import UVLoop

@testable import AccountsPlatform

extension HeldHashTests {
  /// Attempts to log in while others are in progress.
  @Suite struct AttemptTests {
    /// The settings with which hashes were computed, in order.
    private let hashes = Journal<String>()
    private let outcomes = Journal<Outcome>()
    private let held = HeldWork()

    private enum Outcome: Equatable {
      case user(String)
      case token(String)
      case failed(LogInError)
    }

    @LoopActor
    private func gateway() throws -> AccountsGateway {
      AccountsGateway(try .example()) { [hashes, held] secret, setting throws(LoopError) in
        hashes.note(setting)
        held.wait()
        return try Crypt.hash(secret, setting)
      }
    }

    /// Starts attempts to log in as `ada`, and returns when they are in progress.
    @LoopActor
    private func start(_ count: Int, at users: AccountsGateway) async -> [Task<Void, Never>] {
      let tasks = (0..<count).map { _ in
        LoopActor.task { [outcomes] in
          do throws(LogInError) {
            outcomes.note(.user(try await users.user(named: "ada", password: "lovelace").name))
          } catch {
            outcomes.note(.failed(error))
          }
        }
      }
      await untilTasksHaveStarted()
      return tasks
    }

    @LoopActor
    @Test func `beyond 66 attempts at once, the next one is refused until a second later`()
      async throws
    {
      let users = try gateway()
      _ = await start(66, at: users)
      await #expect(throws: LogInError.tooEarly(retryAfter: .seconds(1))) {
        try await users.user(named: "ada", password: "lovelace")
      }
      held.release(66)
      let all = try await outcomes.wait(count: 66)
      expect(all, equals: Array(repeating: .user("ada"), count: 66))
      expect(hashes.events.count, equals: 66)
    }

    @LoopActor
    @Test func `an attempt whose client has gone costs no hash, and is not a failure`()
      async throws
    {
      let users = try gateway()
      let tasks = await start(3, at: users)
      tasks[2].cancel()
      let first = try await outcomes.wait(count: 1)
      expect(
        first, equals: [.failed(.unavailable(.unavailable(reason: "the attempt was cancelled")))])
      held.release(2)
      try await outcomes.wait(count: 3)
      expect(hashes.events.count, equals: 2)
    }

    @LoopActor
    @Test func `a shutdown can find out whether a hash is being computed`() async throws {
      let users = try gateway()
      expect(!users.isHashing)
      _ = await start(1, at: users)
      expect(users.isHashing)
      held.release(1)
      try await outcomes.wait(count: 1)
      expect(!users.isHashing)
    }

    @LoopActor
    @Test func `a password that a reload replaces during an attempt is refused`() async throws {
      let users = try gateway()
      _ = await start(1, at: users)
      LoopActor.task { [outcomes] in
        do throws(LogInError) {
          outcomes.note(
            .token(
              try await users.issueToken(for: User(name: "ada", groups: []), from: nil).sessionToken
            ))
        } catch {
          outcomes.note(.failed(error))
        }
      }
      try await hashes.wait(count: 2)
      users.update(to: try .example(ada: "byron"))
      held.release(3)
      let all = try await outcomes.wait(count: 2)
      expect(all, equals: [.failed(.refused), .failed(.refused)])
    }
  }
}
