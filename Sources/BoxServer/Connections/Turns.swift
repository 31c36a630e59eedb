internal import DequeModule
internal import UVLoop

/// What is carried out in slices, in turn with others.
@LoopActor
protocol TurnTaker: AnyObject {
  /// Carries out what waits, at least a part and hardly more than fits until `end`; what is left
  /// waits for another turn.
  func takeTurn(until end: MonotonicTime)
}

/// Shares the loop's time out: in each pass of the loop, what has just arrived is carried out at once
/// as long as it is little, and the rest in slices: users take turns, and what one user asked for
/// takes turns among itself.
///
/// Thus a newcomer is greeted and a `ping` answered in the pass in which they come, however much
/// others have asked for.
@LoopActor
final class Turns {
  /// Whose turn something is: a user's, by its number, or the daemon's own.
  typealias User = UInt32

  /// Stands for the daemon, and for clients of whom nothing is known.
  nonisolated static let daemon = User.max

  private var waiting: [User: Deque<any TurnTaker>] = [:]
  /// The users of these, in order of their next turns.
  @exclusivity(unchecked) private var users: Deque<User> = []
  /// What waits until ``isHeld`` is over.
  private var held: [(any TurnTaker, User)] = []
  /// Nanoseconds that went to what has just arrived, in this pass.
  private var used = 0
  /// Whether there will be another pass without anything else happening.
  private var isAwake = false

  /// Whether so much has been read that little should be read at a time.
  var isCrowded = false
  /// Whether what costs much is not carried out for now, in turn or not.
  var isHeld = false {
    didSet {
      guard oldValue, !isHeld else { return }
      let takers = held
      held = []
      for (taker, user) in takers { wait(taker, user) }
    }
  }

  /// Whether so much has been carried out in this pass that what costs much must wait for its turn,
  /// and everything else be short.
  var isTight: Bool { used >= Self.pass }

  /// How long what has just arrived may be carried out before others have their turn.
  var slice: Duration { isTight ? Self.shortSlice : ServerLimits.slice }

  /// Records time that went to what has just arrived.
  func charge(nanoseconds: Int) {
    used += nanoseconds
  }

  /// Has something take a turn in a later pass.
  func wait(_ taker: any TurnTaker, _ user: User) {
    if waiting[user] == nil { users.append(user) }
    waiting[user, default: []].append(taker)
    keepAwake()
  }

  /// Has something that costs much take a turn in a later pass, and not while ``isHeld``.
  func waitWithMuch(_ taker: any TurnTaker, _ user: User) {
    if isHeld { held.append((taker, user)) } else { wait(taker, user) }
  }

  /// Gives turns for about 5 ms. To be called once in each pass, before the loop sleeps.
  func run() {
    used = 0
    guard !users.isEmpty else { return }
    var now = MonotonicTime.now
    let end = now + .nanoseconds(Self.pass)
    while now < end, let taker = next() {
      taker.takeTurn(until: min(now + ServerLimits.slice, end))
      now = .now
    }
    keepAwake()
  }

  private func next() -> (any TurnTaker)? {
    guard let user = users.popFirst() else { return nil }
    let taker = waiting[user]?.popFirst()
    if waiting[user]?.isEmpty ?? true { waiting[user] = nil } else { users.append(user) }
    return taker
  }

  /// Has the loop look at its descriptors and come back at once, as long as something waits. A timer
  /// would not do: libuv calls one that is due at once before it looks at anything else.
  private func keepAwake() {
    guard !isAwake, !users.isEmpty else { return }
    isAwake = true
    LoopActor.task { [weak self] in self?.isAwake = false }
  }

  /// Nanoseconds of a pass for what has just arrived, and as many for turns.
  private static let pass = 5_000_000
  private static let shortSlice = Duration.microseconds(50)
}
