internal import BoxWire

/// How a connection receives changes: fixed by its first `subscribe`.
struct DeliveryOptions: Hashable {
  var mode = Subscribe.Mode.latest
  /// Minimum time between two `change` lines.
  var interval = Duration.zero
}
