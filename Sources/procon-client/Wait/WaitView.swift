internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Checks each value of a box, or of a part of it, until the goal is reached.
@LoopActor
final class WaitView: SubscriptionView {
  private let path: ValuePath
  private let goal: WaitGoal
  private var isReached = false
  /// The value that reached the goal; nil before that, and for ``WaitGoal/gone``.
  private(set) var reached: JSONText?
  private var newest: JSONText?
  private var isKnown = false
  /// Called once when the goal is reached.
  var whenReached: (@LoopActor () -> Void)?
  /// Called if the first complete state has no such value. The warning says why the box has no such
  /// part; it is nil when there is no box.
  var whenMissing: (@LoopActor (_ warning: String?) async -> Void)?
  private var reporting: Task<Void, Never>?

  init(_ path: ValuePath, _ goal: WaitGoal) {
    self.path = path
    self.goal = goal
  }

  let showsConnectionLoss = false

  /// The current value, for a message to the user.
  var state: String {
    if let newest { return newest.named }
    return isKnown ? "not there" : "not known"
  }

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    check(mirror)
  }

  func sync(_ mirror: Mirror) {
    isKnown = true
    check(mirror)
    if newest == nil, !isReached, let whenMissing {
      let box = path.box { mirror[$0] }
      let warning = box.flatMap { $0.value.missingPart($0.members, of: $0.path.text) }
      reporting = LoopActor.task { await whenMissing(warning) }
    }
    whenMissing = nil
  }

  func lose(_ mirror: Mirror) {}

  func end() {
    reporting?.cancel()
  }

  private func check(_ mirror: Mirror) {
    newest = path.value { mirror[$0] }
    // A value that has not been sent yet is not gone.
    guard !isReached, newest != nil || mirror.isSynced, goal.isReached(by: newest) else { return }
    isReached = true
    reached = newest
    whenReached?()
  }
}
