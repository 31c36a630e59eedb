internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Runs a command for each change.
@LoopActor
final class CommandView: SubscriptionView {
  private let runner: CommandRunner
  private let includesPresent: Bool
  private var isSynced = false

  /// - Parameter includesPresent: whether to run the command also for the boxes that exist at the
  ///   start.
  init(_ runner: CommandRunner, includesPresent: Bool) {
    self.runner = runner
    self.includesPresent = includesPresent
  }

  let showsConnectionLoss = false

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    guard isSynced || includesPresent else { return }
    for (path, value) in boxes.values {
      run(path, value, boxes.revision, isSynced ? .change : .present)
    }
    for path in boxes.removed { run(path, nil, boxes.revision, .remove) }
  }

  private func run(_ path: String, _ value: JSONText?, _ revision: Int, _ event: BoxChange.Event) {
    // A command may use the path as a file name, so one that is not valid is not passed on.
    guard Path(path) != nil else { return }
    runner.run(for: BoxChange(path: path, value: value, revision: revision, event: event))
  }

  func sync(_ mirror: Mirror) {
    isSynced = true
  }

  func lose(_ mirror: Mirror) {}

  func end() {}
}
