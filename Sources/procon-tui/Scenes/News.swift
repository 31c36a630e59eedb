internal import UVLoop

/// What others have just changed: it lights up for a while.
@LoopActor
final class News {
  /// Called when something no longer lights up.
  var faded: (@LoopActor () -> Void)?
  /// By what has changed.
  private var words: [String: String] = [:]
  private var timers: [String: Timer] = [:]

  static let duration = Duration.seconds(2)

  /// - Parameter words: what has happened to it, and who did that.
  func add(_ name: String, _ words: String) {
    self.words[name] = words
    timers[name] = Timer(after: Self.duration) { [weak self] in
      self?.words[name] = nil
      self?.timers[name] = nil
      self?.faded?()
    }
  }

  /// nil if it has not just changed.
  subscript(name: String) -> String? { words[name] }
}
