internal import Domain
internal import UVLoop

/// The changes that are under way: one at a time for each topic. What was read of a topic while one
/// of its changes was under way is not used.
@LoopActor
final class Writes {
  /// What a change is about.
  enum Subject: Hashable {
    case topic(Topic.ID)
    /// New topics.
    case list
  }

  /// A time before or after changes.
  typealias Ticket = Int

  /// Whose turn it is to change something.
  let turns = TurnQueue<Subject>()
  private var pending: [Topic.ID: Int] = [:]
  /// The time of the last change of each topic.
  private var last: [Topic.ID: Ticket] = [:]
  private var time = 0

  /// Notes that a change of these topics is shown, and not yet accepted. ``settle(_:)`` must follow.
  func show(_ topics: [Topic.ID]) {
    time += 1
    for topic in topics { pending[topic, default: 0] += 1 }
  }

  func settle(_ topics: [Topic.ID]) {
    time += 1
    for topic in topics {
      last[topic] = time
      let rest = (pending[topic] ?? 1) - 1
      pending[topic] = rest > 0 ? rest : nil
    }
  }

  /// The current time, for something that is requested now.
  var ticket: Ticket { time }

  /// Whether what was requested at a time is not older than what is shown of a topic.
  func isCurrent(_ topic: Topic.ID, since ticket: Ticket) -> Bool {
    pending[topic] == nil && last[topic] ?? 0 <= ticket
  }
}
