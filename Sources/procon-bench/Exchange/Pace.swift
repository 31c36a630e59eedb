/// What holds the publisher back.
enum Pace {
  /// So many changes may be under way before the slowest subscriber has the oldest, or in `latest`
  /// mode a newer one, and its answer came.
  case delivered(window: Int)
  /// So many changes may be without an answer. Subscribers come along as they can.
  case answered(window: Int)

  var isDelivered: Bool {
    if case .delivered = self { true } else { false }
  }

  var window: Int {
    switch self {
    case .delivered(let window), .answered(let window): window
    }
  }
}
