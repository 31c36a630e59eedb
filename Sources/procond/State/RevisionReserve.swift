internal import BoxServer
internal import BoxWire
internal import Domain
internal import Logging
internal import UVLoop

/// Ensures that no two runs on a state directory use the same revision: each run stores where the
/// next one begins before it uses revisions up to there.
@LoopActor
final class RevisionReserve {
  static let name = "revisions.json"

  private let file: ReplacedFile
  private let registry: Registry
  /// Where the next run begins, as stored in the file.
  private var next: Int
  private var task: Task<Void, Never>?
  private var retry: Timer?
  private var hasFailed = false

  /// Reads where this run begins, and stores where the next one will. On a full disk, shared boxes
  /// cannot be changed until that is stored.
  ///
  /// - Parameter stream: continues the stream of an earlier run, unless others have used revisions since;
  ///   nil if no service manager keeps it.
  /// - Throws: `StartError` when that cannot be stored for another reason.
  init(
    _ directory: StateDirectory, _ registry: Registry, _ stream: KeptStream? = nil
  ) throws(StartError) {
    file = ReplacedFile(path: "\(directory.path)/\(Self.name)")
    self.registry = registry
    let last = Self.read(file.path, registry.logger)
    next = last + Self.block
    do throws(LoopError) {
      try Self.store(next, in: file)
      if stream?.resume(registry, after: last) != true { registry.beginRevisions(after: last) }
      stream?.keep(registry, reserve: next)
      adopt()
    } catch {
      guard error.isDiskFull else {
        throw StartError(
          status: .cannotCreate, description: "\(file.path) cannot be written: \(error.reason)")
      }
      let last = Self.beyondAll
      registry.beginRevisions(after: last)
      registry.reserveRevisions(upTo: last) {}
      next = last + Self.margin
      finish(.failure(error), next)
    }
  }

  /// The last revision that an earlier run may have used; 0 if there was none.
  private static func read(_ path: String, _ logger: Logger) -> Int {
    var last = 0
    do throws(StateFileError) {
      let lines = try StateFile.read(path, longest: 1024) {
        (number, members) throws(StateFileError) in
        guard number == 1, let next = RevisionReserve.next(in: members) else {
          throw StateFileError(line: number, message: "it does not contain where revisions begin")
        }
        last = next
      }
      guard lines != 0 else { throw StateFileError(line: nil, message: "it is empty") }
    } catch {
      last = beyondAll
      logger.error("\(error.description(of: path)); revisions begin at \(last)")
    }
    return last
  }

  private nonisolated static func next(in members: StateFile.Members) -> Int? {
    guard members.map(\.name) == ["version", "next"], members[0].value.integer == 1,
      let next = members[1].value.integer, (0..<1 << 52).contains(next)
    else { return nil }
    return next
  }

  private nonisolated static func store(
    _ next: Int, in file: ReplacedFile
  ) throws(LoopError) {
    try file.replace { output throws(LoopError) in
      try output.write("{\"version\":1,\"next\":\(next)}\n")
    }
  }

  private func adopt() {
    registry.reserveRevisions(upTo: next - Self.margin) { [weak self] in self?.storeMore() }
  }

  private func storeMore() {
    let (file, next) = (file, registry.revision + Self.block)
    task = LoopActor.task { [weak self] in
      let outcome = await BlockingWork.run {
        Result { () throws(LoopError) in try Self.store(next, in: file) }
      }
      self?.finish(outcome, next)
    }
  }

  private func finish(_ outcome: Result<Void, LoopError>, _ next: Int) {
    switch outcome {
    case .success:
      if hasFailed { registry.logger.notice("\(file.path) can be written again") }
      hasFailed = false
      self.next = next
      registry.revisionsAreReserved(upTo: next)
      adopt()
    case .failure(let error):
      if !hasFailed {
        registry.logger.error(
          """
          \(file.path) cannot be written: \(error.reason); shared boxes cannot be changed after \
          \(self.next - Self.margin - registry.revision) more revisions
          """)
      }
      hasFailed = true
      retry = Timer(after: Self.retryTime) { [weak self] in self?.storeMore() }
    }
  }

  /// More than any number of revisions that earlier runs can have used.
  private static var beyondAll: Int { Int(Timestamp.now.millisecondsSince1970) * 1000 }

  /// Number of revisions that are reserved at a time: at two million changes a second, half of them
  /// last for a quarter of a minute, which is the time that a disk has to store more. There is room
  /// for a hundred million starts.
  private static let block = 1 << 26
  /// Number of these that remain for changes that cannot be refused.
  private static let margin = 1 << 20
  private static let retryTime = Duration.seconds(5)
}
