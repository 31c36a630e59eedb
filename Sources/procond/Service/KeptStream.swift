internal import BoxServer
internal import Logging
internal import OperatingSystem
internal import UVLoop

/// The stream of changes in the service manager's descriptor store: what an earlier run has left there,
/// and what this one keeps for the next.
@LoopActor
final class KeptStream {
  /// The names of all stored descriptors begin with it.
  nonisolated static let prefix = "procon-stream-"

  private var memories: [SharedMemory] = []
  /// What this run has to store.
  private(set) var kept: (name: String, memory: SharedMemory)?
  /// What earlier runs have stored.
  let earlierNames: [String]

  /// - Parameter descriptors: what earlier runs have stored, to be closed with this.
  init(_ descriptors: [PassedSocket], _ logger: Logger) {
    earlierNames = descriptors.map(\.name)
    for passed in descriptors {
      do throws(SystemCallError) {
        memories.append(try SharedMemory(descriptor: passed.descriptor))
      } catch {
        logger.notice(
          "what is stored as \(passed.name) is not a stream of changes: \(error.reason)")
      }
    }
  }

  func resume(_ registry: Registry, after last: Int) -> Bool {
    defer { memories = [] }
    return registry.resume(memories, after: last)
  }

  func keep(_ registry: Registry, reserve: Int) {
    guard let memory = registry.keepStream(reserve: reserve) else { return }
    kept = ("\(Self.prefix)\(String(UInt64.random(in: 0 ... .max), radix: 16))", memory)
  }
}
