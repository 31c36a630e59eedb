internal import Client
internal import Loop
internal import Wire

/// Has a command run for each change.
@LoopActor
final class CommandView: SubscriptionView {
  private let runner: CommandRunner
  private let includesPresent: Bool
  private var hasBegun = false

  /// - Parameter includesPresent: whether it runs for the boxes that are there at first, too.
  init(_ runner: CommandRunner, includesPresent: Bool) {
    self.runner = runner
    self.includesPresent = includesPresent
  }

  let tellsLoss = false

  func change(_ boxes: Boxes, _ mirror: Mirror) {
    guard hasBegun || includesPresent else { return }
    for (path, value) in boxes.values {
      runner.run(
        for: BoxChange(
          path: path, value: value, revision: boxes.revision, event: hasBegun ? .change : .present))
    }
    for path in boxes.removed {
      runner.run(
        for: BoxChange(path: path, value: nil, revision: boxes.revision, event: .remove))
    }
  }

  func sync(_ mirror: Mirror) {
    hasBegun = true
  }

  func lose(_ mirror: Mirror) {}

  func end() {}
}
