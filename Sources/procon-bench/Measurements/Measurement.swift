/// Something that is measured of a server, in several runs.
enum Measurement: Hashable {
  /// What a delivery costs, and how long it takes.
  case delivery(Delivery)
  /// What it takes to become a subscriber, and to be an idle one.
  case idle(subscribers: Int)
  /// How many changes are accepted when nothing but answers holds the publisher back.
  case fullSpeed(Delivery)
  /// What a change costs when there is much that it does not concern.
  case growth(boxes: Int, others: Int)

  /// How many subscribers of how many values, how large.
  struct Delivery: Hashable {
    let subscribers: Int
    /// Of a value, in bytes.
    let size: Int
    /// How many changes may be under way.
    let window: Int
  }

  /// How many subscribers there are at once.
  var subscribers: Int {
    switch self {
    case .delivery(let delivery), .fullSpeed(let delivery): delivery.subscribers
    case .idle(let subscribers): subscribers
    case .growth(_, let others): others + 1
    }
  }
}

extension Measurement: CustomStringConvertible {
  var description: String {
    switch self {
    case .delivery(let delivery): "\(delivery)"
    case .idle(let subscribers): count(subscribers, "idle subscriber")
    case .fullSpeed(let delivery): "\(delivery), full speed"
    case .growth(let boxes, let others):
      "\(count(boxes, "box", "boxes")), \(count(others, "subscriber")) of others"
    }
  }
}

extension Measurement.Delivery: CustomStringConvertible {
  var description: String {
    "\(count(subscribers, "subscriber")), \(count(size, "byte")), window \(window)"
  }
}

/// The number with its noun.
private func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(NumberText.whole(Double(number))) \(number == 1 ? one : many ?? "\(one)s")"
}
