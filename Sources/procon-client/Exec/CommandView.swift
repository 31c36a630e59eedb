internal import BoxClient
internal import BoxWire
internal import UVLoop

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

  let showsConnectionLoss = false

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    guard hasBegun || includesPresent else { return }
    for (path, value) in boxes.values {
      run(path, value, boxes.revision, hasBegun ? .change : .present)
    }
    for path in boxes.removed { run(path, nil, boxes.revision, .remove) }
  }

  private func run(_ path: String, _ value: JSONText?, _ revision: Int, _ event: BoxChange.Event) {
    // A command may well use it as the name of a file: what is not a path is not passed on.
    guard Path(path) != nil else { return }
    runner.run(for: BoxChange(path: path, value: value, revision: revision, event: event))
  }

  func sync(_ mirror: Mirror) {
    hasBegun = true
  }

  func lose(_ mirror: Mirror) {}

  func end() {}
}
