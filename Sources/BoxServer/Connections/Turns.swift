internal import DequeModule
internal import UVLoop

/// Divides the loop's time: in each pass of the loop, new input is carried out at once if it takes
/// little time, and otherwise in slices. Users take turns, and the work of one user takes turns
/// among itself.
///
/// So a newcomer is greeted and a `ping` answered in the pass in which they arrive, however much
/// other clients have requested.
@LoopActor
final class Turns {
  /// Carries out what waits: at least a part, and hardly more than fits until `end`. The rest waits
  /// for another turn.
  typealias Turn = @LoopActor (_ end: MonotonicTime) -> Void
  /// The owner of a turn.
  enum User: Hashable, Sendable {
    /// The daemon, and clients about which nothing is known.
    case daemon
    /// A user, by number.
    case user(UInt32)
    /// Who is behind a gateway, by the gateway's user and by the name that it gives them.
    case behind(UInt32, String)
  }

  private var waiting: [User: Deque<Turn>] = [:]
  /// The users with waiting work, in order of their next turns.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var users: Deque<User> = []
  /// Work that waits until ``isHeld`` is false.
  private var held: [(user: User, turn: Turn)] = []
  /// The nanoseconds spent on new input in this pass.
  private var used = 0
  /// Whether there will be another pass even if nothing else happens.
  private var isAwake = false

  /// The slice of the client whose requests are being carried out.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var current = TimeSlice()

  /// Whether so much has been read that only little should be read at a time.
  var isCrowded = false
  /// Whether expensive work is not carried out for now, in turn or not.
  var isHeld = false {
    didSet {
      guard oldValue, !isHeld else { return }
      let turns = held
      held = []
      for (user, turn) in turns { wait(user, turn) }
    }
  }

  /// Whether so much has been carried out in this pass that expensive work must wait for its turn,
  /// and everything else must be short.
  var isTight: Bool { used >= Self.pass }

  /// The time for which new input may be carried out before other work has its turn.
  var slice: Duration { isTight ? Self.shortSlice : ServerLimits.slice }

  /// Ends the current slice, and charges new input for the time used.
  func endSlice() -> TimeSlice {
    defer { current = TimeSlice() }
    if !current.isTurn { charge(nanoseconds: current.nanoseconds) }
    return current
  }

  /// Records time that was spent on new input.
  func charge(nanoseconds: Int) {
    used += nanoseconds
  }

  /// Schedules a turn in a later pass.
  func wait(_ user: User, _ turn: @escaping Turn) {
    if waiting[user] == nil { users.append(user) }
    waiting[user, default: []].append(turn)
    keepAwake()
  }

  /// Schedules a turn for expensive work in a later pass, but not while ``isHeld``.
  func waitWithMuch(_ user: User, _ turn: @escaping Turn) {
    if isHeld { held.append((user, turn)) } else { wait(user, turn) }
  }

  /// Gives turns for about 5 ms. To be called once in each pass, before the loop sleeps.
  func run() {
    used = 0
    guard !users.isEmpty else { return }
    var now = MonotonicTime.now
    let end = now + .nanoseconds(Self.pass)
    while now < end, let turn = next() {
      turn(min(now + ServerLimits.slice, end))
      now = .now
    }
    keepAwake()
  }

  private func next() -> Turn? {
    guard let user = users.popFirst() else { return nil }
    let turn = waiting[user]?.popFirst()
    if waiting[user]?.isEmpty ?? true { waiting[user] = nil } else { users.append(user) }
    return turn
  }

  /// Makes the loop check its descriptors and return at once, as long as something waits. A timer
  /// would not do: libuv calls one that is due at once before it checks anything else.
  private func keepAwake() {
    guard !isAwake, !users.isEmpty else { return }
    isAwake = true
    LoopActor.task { [weak self] in self?.isAwake = false }
  }

  /// The nanoseconds of a pass for new input, and the same for turns.
  private static let pass = 5_000_000
  private static let shortSlice = Duration.microseconds(50)
}
