import BoxServer
import Expectations
import Glibc
import OperatingSystem
import SystemTestSupport
import UVLoop

/// Runs of a server, each of which continues the stream of the one before as if that had been killed.
@LoopActor
final class Runs {
  private(set) var server: TestServer?
  private(set) var memory: SharedMemory?
  private var copies: [SharedMemory] = []
  /// The last revision that the run may use.
  private(set) var reserve = 1000

  /// Begins the next run.
  ///
  /// - Parameters:
  ///   - numbers: what was copied of the memory of earlier runs; by default, what the last one has.
  ///   - last: the last revision that they may have used; by default, that is so.
  ///   - rules: those about rights.
  ///   - setUp: publishes what the run has.
  @discardableResult
  func begin(
    continuing numbers: [Int]? = nil, after last: Int? = nil,
    limits: ServerLimits = ServerLimits(), loadTime: Duration = ServerLimits.load,
    sceneRetention: Duration = ServerLimits.sceneRetention, rules: String = "",
    _ setUp: @LoopActor (Registry) -> Void = { _ in }
  ) throws -> TestServer {
    let kept =
      try numbers?.map { try Self.copy(copies[$0]) } ?? memory.map { [try Self.copy($0)] } ?? []
    let last = last ?? reserve
    reserve = last + 1000
    let next = try TestServer(
      loadTime: loadTime, sceneRetention: sceneRetention, limits: limits
    ) { registry in
      if !registry.resume(kept, after: last) { registry.beginRevisions(after: last) }
      memory = registry.keepStream(reserve: reserve)
      setUp(registry)
      registry.rulesAre(rules)
    }
    server = next
    return next
  }

  /// The shared boxes, as a file would have them.
  func kept() throws -> [KeptBox] { try require(server?.registry.sharedBoxes()) }

  /// What would be left of the run's memory if its process was killed now.
  ///
  /// - Returns: the number of the copy.
  func copyMemory() throws -> Int {
    copies.append(try Self.copy(try require(memory)))
    return copies.count - 1
  }

  // From unistd.h, which declares them only with _GNU_SOURCE.
  private nonisolated static let (seekData, seekHole): (Int32, Int32) = (3, 4)

  nonisolated static func copy(_ memory: SharedMemory) throws -> SharedMemory {
    let copy = try SharedMemory(name: "copy", size: memory.bytes.count)
    // Most of it was never written.
    var hole = 0
    while case let start = lseek(memory.descriptor, hole, seekData), start >= 0 {
      hole = lseek(memory.descriptor, start, seekHole)
      copy.bytes[start..<hole].copyBytes(from: memory.bytes[start..<hole])
    }
    return copy
  }
}
