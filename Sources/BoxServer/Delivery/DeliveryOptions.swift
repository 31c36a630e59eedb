internal import BoxWire

/// How a connection receives changes. Mode and interval are fixed by its first `subscribe`.
struct DeliveryOptions: Hashable {
  var mode = Subscribe.Mode.latest
  /// Minimum time between two `change` lines.
  var interval = Duration.zero
  /// What its client may read; nil for everything. These may change.
  var rights: Rights?
}
