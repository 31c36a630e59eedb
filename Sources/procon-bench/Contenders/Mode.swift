internal import ArgumentParser

/// What a subscriber that lags is sent.
enum Mode: String, CaseIterable, ExpressibleByArgument {
  /// Each value, in order.
  case every
  /// The newest value.
  case latest
}
