internal import ArgumentParser

/// How long what was removed can be restored.
struct TrashTime: Seconds {
  static let range = 1.0...315_360_000

  let duration: Duration

  /// A month: long enough to notice that something is missing.
  static let byDefault = Duration.seconds(30 * 86_400)
}
