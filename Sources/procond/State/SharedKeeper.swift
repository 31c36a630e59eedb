internal import BoxServer
internal import BoxWire
internal import Domain
internal import Glibc
internal import Logging
internal import UVLoop

/// Restores the shared boxes at the start, and stores them while they change and at the end.
///
/// It is idle at rest: the first change after a write starts the timer for the next one.
@LoopActor
final class SharedKeeper {
  private let file: SharedFile
  private let registry: Registry
  private var pace = WritingPace()
  private var timer: Timer?
  private var writing: Task<Void, Never>?
  /// Whether there is a change that no write includes.
  private var hasChanged = false
  private var hasFailed = false
  private var isEnding = false

  private var logger: Logger { registry.logger }

  /// Restores the contents of the file. A file that cannot be read is kept under another name.
  init(_ directory: StateDirectory, _ registry: Registry) {
    file = SharedFile(in: directory.path)
    self.registry = registry
    guard restore() else { return }
    registry.whenSharedBoxesChange { [weak self] in self?.noteChange() }
  }

  /// Stores what has changed.
  func close() async {
    isEnding = true
    timer = nil
    await writing?.value
    guard hasChanged else { return }
    write()
    await writing?.value
  }

  // MARK: Restoring

  /// Restores all boxes in one step, since 64 MiB take a tenth of a second.
  ///
  /// - Returns: whether the file may be replaced.
  private func restore() -> Bool {
    do throws(StateFileError) {
      guard let contents = try file.read(at: .millisecondsSince1970, registry.limits) else {
        return true
      }
      registry.restoreSharedBoxes(contents.boxes)
      guard let first = contents.excess.first else { return true }
      let isReplaceable = putAside(
        "\(contents.excess.count) shared boxes in \(file.path) are over the limits and were not"
          + " restored, \(first) first", keepsName: true)
      // Until that is written, the file also stays where it is.
      if isReplaceable { noteChange() }
      return isReplaceable
    } catch {
      return putAside("shared boxes were not restored: \(error.description(of: file.path))")
    }
  }

  /// Gives the file a name under which it will not be replaced.
  ///
  /// - Parameter keepsName: whether it also keeps its current name.
  /// - Returns: whether that succeeded. Otherwise nothing is stored.
  private func putAside(_ fault: String, keepsName: Bool = false) -> Bool {
    for number in 1...99 {
      let name = "\(file.path).\(number)"
      guard link(file.path, name) == 0 else {
        if errno == EEXIST { continue }
        break
      }
      if !keepsName { unlink(file.path) }
      logger.error("\(fault); the file is kept as \(name)")
      return true
    }
    logger.error("\(fault); the file cannot be renamed, so shared boxes are not stored")
    return false
  }

  // MARK: Storing

  private func noteChange() {
    hasChanged = true
    schedule()
  }

  private func schedule() {
    guard timer == nil, writing == nil, !isEnding else { return }
    timer = Timer(after: pace.delay(at: .now, hasFailed: hasFailed)) { [weak self] in
      self?.write()
    }
  }

  /// Takes the boxes on the loop, without copying their bytes, and writes them on another thread.
  private func write() {
    timer = nil
    hasChanged = false
    let (file, boxes) = (file, registry.sharedBoxes())
    let time = Int.millisecondsSince1970
    writing = LoopActor.task { [weak self] in
      let (outcome, start, end) = await BlockingWork.run {
        let start = MonotonicTime.now
        let outcome = Result { () throws(LoopError) in try file.write(boxes, at: time) }
        return (outcome, start, MonotonicTime.now)
      }
      self?.pace.record(from: start, to: end)
      self?.logger.debug("wrote \(boxes.count) shared boxes in \(start.duration(to: end))")
      self?.finish(outcome)
    }
  }

  private func finish(_ outcome: Result<Void, LoopError>) {
    writing = nil
    switch outcome {
    case .success:
      if hasFailed { logger.notice("shared boxes are stored again") }
      hasFailed = false
    case .failure(let error):
      if !hasFailed {
        logger.error("shared boxes cannot be stored in \(file.path): \(error.reason)")
      }
      hasFailed = true
      hasChanged = true
    }
    if hasChanged { schedule() }
  }
}

extension Int {
  /// The current time, by the system clock.
  fileprivate static var millisecondsSince1970: Int { Int(Timestamp.now.millisecondsSince1970) }
}
