internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Looks at each value of one box, or of a part of it, until it is as wanted.
@LoopActor
final class WaitView: SubscriptionView {
  private let field: BoxField
  private let condition: Condition
  /// The value that was as wanted; nil until there is one.
  private(set) var reached: JSONText?
  private var newest: JSONText?
  private var isKnown = false
  /// Called once when the value is as wanted.
  var whenReached: (@LoopActor () -> Void)?
  /// Carried out if there is no such value when the daemon's state is known for the first time; told
  /// what is wrong with the value of the box, nil when there is no box.
  var whenMissing: (@LoopActor (_ complaint: String?) async -> Void)?
  private var telling: Task<Void, Never>?

  init(_ field: BoxField, _ condition: Condition) {
    self.field = field
    self.condition = condition
  }

  let tellsLoss = false

  /// What the value is, for a person, as far as it is known.
  var state: String {
    if let newest { return "'\(newest.plain.truncated(to: 60))'" }
    return isKnown ? "not there" : "not known"
  }

  func change(_ boxes: Boxes, _ mirror: Mirror) {
    look(mirror)
  }

  func sync(_ mirror: Mirror) {
    isKnown = true
    look(mirror)
    if newest == nil, let whenMissing {
      let box = field.box { mirror[$0] }
      let complaint = box.flatMap { $0.value.complaint(about: $0.members, of: $0.path.text) }
      telling = LoopActor.task { await whenMissing(complaint) }
    }
    whenMissing = nil
  }

  func lose(_ mirror: Mirror) {}

  func end() {
    telling?.cancel()
  }

  private func look(_ mirror: Mirror) {
    newest = field.value { mirror[$0] }
    guard let newest, reached == nil, condition.holds(for: newest) else { return }
    reached = newest
    whenReached?()
  }
}
