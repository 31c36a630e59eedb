internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Checks each value of a box, or of a part of it, until a condition holds.
@LoopActor
final class WaitView: SubscriptionView {
  private let path: ValuePath
  private let condition: Condition
  /// The value for which the condition held; nil before that.
  private(set) var reached: JSONText?
  private var newest: JSONText?
  private var isKnown = false
  /// Called once when the condition holds.
  var whenReached: (@LoopActor () -> Void)?
  /// Called if the first complete state has no such value. The warning says why the box has no such
  /// part; it is nil when there is no box.
  var whenMissing: (@LoopActor (_ warning: String?) async -> Void)?
  private var reporting: Task<Void, Never>?

  init(_ path: ValuePath, _ condition: Condition) {
    self.path = path
    self.condition = condition
  }

  let showsConnectionLoss = false

  /// The present value, for a message to the user.
  var state: String {
    if let newest { return "'\(newest.plain.truncated(to: 60))'" }
    return isKnown ? "not there" : "not known"
  }

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    check(mirror)
  }

  func sync(_ mirror: Mirror) {
    isKnown = true
    check(mirror)
    if newest == nil, let whenMissing {
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
    guard let newest, reached == nil, condition.holds(for: newest) else { return }
    reached = newest
    whenReached?()
  }
}
