internal import Boxes
internal import Domain

/// The deadlines of the open topics of a store.
final class Deadlines {
  /// The next one; nil if there is none.
  var next: Output<Timestamp?> { Output(nextBox) }

  private let nextBox = Box<Timestamp?>(nil)
  private var pending: [Topic.ID: Timestamp] = [:]
  /// Those that have passed, of topics that are still open.
  private var passed: [Topic.ID: Timestamp] = [:]

  /// Notes what is known of a topic.
  func note(_ topic: Topic) {
    let deadline = topic.decision == nil ? topic.rule?.deadline : nil
    // Few topics have any.
    guard deadline ?? pending[topic.id] ?? passed[topic.id] != nil else { return }
    if passed[topic.id] != deadline { passed[topic.id] = nil }
    guard pending[topic.id] != deadline, passed[topic.id] == nil || deadline == nil else { return }
    pending[topic.id] = deadline
    renew()
  }

  func forget(_ topic: Topic.ID) {
    passed[topic] = nil
    if pending.removeValue(forKey: topic) != nil { renew() }
  }

  /// Returns the topics whose deadlines have passed since the last call.
  func pass(at now: Timestamp) -> [Topic.ID] {
    let due = pending.filter { $0.value <= now }
    guard !due.isEmpty else { return [] }
    for (topic, deadline) in due {
      pending[topic] = nil
      passed[topic] = deadline
    }
    renew()
    return due.keys.sorted()
  }

  private func renew() {
    let next = pending.values.min()
    if next != nextBox.value { nextBox.value = next }
  }
}
