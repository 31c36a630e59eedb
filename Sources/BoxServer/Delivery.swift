internal import BoxWire

/// How a connection is told of changes: fixed by its first `subscribe`.
struct Delivery: Hashable {
  var mode = Subscribe.Mode.latest
  /// At least so many milliseconds between two `change` lines.
  var interval = 0
}
