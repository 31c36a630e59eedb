import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// The order in which turns are taken.
@Suite(.enabled(if: LoopThread.isRunning)) struct TurnsTests {
  @LoopActor
  private final class Taker {
    static var order: [String] = []
    let name: String
    /// How many more turns it takes.
    var count: Int
    let user: Turns.User
    let turns: Turns

    init(
      _ name: String, _ count: Int, _ user: Turns.User, _ turns: Turns, costsMuch: Bool = false
    ) {
      self.name = name
      self.count = count
      self.user = user
      self.turns = turns
      let turn: Turns.Turn = { [self] in takeTurn(until: $0) }
      if costsMuch { turns.waitWithMuch(user, turn) } else { turns.wait(user, turn) }
    }

    func takeTurn(until end: MonotonicTime) {
      Self.order.append(name)
      count -= 1
      if count > 0 { turns.wait(user) { [self] in takeTurn(until: $0) } }
    }
  }

  @LoopActor
  @Test func `users take turns, and so do the tasks of one user`() {
    Taker.order = []
    let turns = Turns()
    let takers = [
      Taker("a1", 3, .user(1), turns), Taker("a2", 1, .user(1), turns),
      Taker("a3", 1, .user(1), turns),
      Taker("b", 2, .user(2), turns), Taker("c", 1, .user(3), turns),
    ]
    // A pass may end early on a busy machine.
    for _ in 0..<8 { turns.run() }
    expect(Taker.order, equals: ["a1", "b", "c", "a2", "b", "a3", "a1", "a1"])
    withExtendedLifetime(takers) {}
  }

  @LoopActor
  @Test func `expensive tasks take no turn while they are held`() {
    Taker.order = []
    let turns = Turns()
    turns.isHeld = true
    let little = Taker("little", 1, .user(1), turns)
    let much = Taker("much", 1, .user(1), turns, costsMuch: true)
    turns.run()
    expect(Taker.order, equals: ["little"])
    turns.isHeld = false
    turns.run()
    expect(Taker.order, equals: ["little", "much"])
    withExtendedLifetime((little, much)) {}
  }

  @LoopActor
  @Test func `a pass is tight after some time, until the next one`() {
    let turns = Turns()
    let slice = turns.slice
    turns.charge(nanoseconds: 4_999_999)
    expect(!turns.isTight)
    turns.charge(nanoseconds: 1)
    expect(turns.isTight)
    expect(turns.slice < slice)
    turns.run()
    expect(!turns.isTight)
  }
}
