internal import BoxWire
internal import UVLoop

/// A connection that subscribed to patterns of paths. It is a cursor, not a queue: what it is still
/// to be sent is found in the log.
///
/// The ``Delivery`` puts it into a group; the group keeps its cursor and sends to it.
@LoopActor
final class Subscriber {
  unowned let output: any SubscriberOutput
  /// nil while it holds no pattern; set by the group.
  var group: SubscriberGroup?
  /// Its index among the group's members; set by the group.
  var index = 0
  /// When the next `change` line may be sent; nil for at once.
  var due: MonotonicTime?
  /// Boxes that only it has, while it holds patterns of them.
  weak var own: (any OwnBoxes)?
  /// The snapshots that are still to be sent, in order.
  var snapshots: [Snapshot] = []
  /// Callbacks that wait until everything up to now is sent.
  var barriers = Barriers()

  init(output: any SubscriberOutput) {
    self.output = output
  }

  var patterns: [Pattern] { group?.key.patterns ?? [] }
  /// nil while it holds no pattern.
  var options: DeliveryOptions? { group?.key.options }

  /// Whether changes have to wait for the end of the interval. What waits until they are sent ends
  /// it.
  var isHeldBack: Bool {
    guard snapshots.isEmpty, barriers.isEmpty, let due else { return false }
    return due > .now
  }

  /// Starts the interval: the next `change` line is sent when it ends, at the earliest.
  func startInterval() {
    guard let interval = options?.interval, interval > .zero else { return }
    due = .now + interval
  }
}

/// What is left to do for a subscriber.
enum Rest {
  /// Nothing, until something changes.
  case nothing
  /// To send changes when an interval has ended.
  case afterInterval
  /// To send something, or to call what waits for that, as soon as the output wants more.
  case now
}

/// How a connection receives changes. Mode and interval are fixed by its first `subscribe`.
struct DeliveryOptions: Hashable {
  var mode = Subscribe.Mode.latest
  /// Minimum time between two `change` lines.
  var interval = Duration.zero
  /// What its client may read; nil for everything. These may change.
  var rights: Rights?
}

/// The progress of a reader of the changes.
struct Cursor {
  /// Every change up to this position was sent to the reader, or does not concern it.
  var position = 0
  /// The revision of the last change that was sent.
  var revision = 0
  /// The number of the group's revisions before the position; nil when unknown.
  var tally: Int?
}
