internal import Logging
package import OperatingSystem
internal import UVLoop

/// The stream outlives the process in memory that a service manager keeps.
extension Registry {
  /// Continues the stream of an earlier run.
  ///
  /// - Parameters:
  ///   - memories: what earlier runs have kept; no later run can continue them.
  ///   - last: the last revision that they may have used.
  /// - Returns: whether one of them could be continued. Otherwise, the log says why.
  /// - Precondition: nothing has been published.
  package func resume(_ memories: [SharedMemory], after last: Int) -> Bool {
    var isResumed = false
    for memory in memories {
      do throws(StreamState.Invalid) {
        defer { StreamState.supersede(memory) }
        let state = try StreamState(memory)
        guard state.reserve == last, state.revision <= last, !isResumed else {
          throw StreamState.Invalid(description: "others have used these revisions since")
        }
        log.resume(state)
        delivery.begin(at: log.position)
        earlierKey = state.layout.key
        earlierRights = state.rights
        isResumed = true
      } catch {
        logger.notice("the stream of an earlier run is not continued: \(error)")
      }
    }
    return isResumed
  }

  /// Keeps the stream in new memory from now on.
  ///
  /// - Parameter reserve: the last revision that this run may use.
  /// - Returns: the memory; nil if there is none, which is logged.
  package func keepStream(reserve: Int) -> SharedMemory? {
    guard let epoch = UInt64(log.epoch, radix: 16) else { return nil }
    do throws(SystemCallError) {
      let memory = try StreamMemory(
        epoch: epoch, key: earlierKey, bytes: limits.recentBytes, changes: limits.recentChanges)
      log.keep(in: memory)
      memory.reserve = reserve
      memory.rights = (rightsRevision, 0)
      memory.begin()
      return memory.memory
    } catch {
      logger.warning(
        "the next run cannot continue the stream: \(error.call): \(error.reason)")
      return nil
    }
  }

  /// Whether a later run can continue the stream.
  package var keepsStream: Bool { log.stream != nil }

  /// - Parameter last: the last revision that this run may use from now on, as it is stored.
  package func revisionsAreReserved(upTo last: Int) {
    log.stream?.reserve = last
  }

  /// To be called after ``rightsChanged()``, and at the start.
  ///
  /// - Parameter rules: a text that is the same for the same rights.
  package func rulesAre(_ rules: String) {
    // 0 means that the rules are not known.
    let hash = log.stream.map { max($0.hash(Array(rules.utf8)), 1) }
    if let earlierRights {
      rightsRevision = earlierRights.hash == hash ? earlierRights.revision : log.revision
      self.earlierRights = nil
    }
    if let hash { log.stream?.rights = (rightsRevision, hash) }
  }

  /// Removes shared boxes that an earlier run had and this one has not restored.
  package func dropUnrestoredBoxes() {
    shared.dropRemembered()
  }
}
