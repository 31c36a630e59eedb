internal import Domain
internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// Where the copies of one service are stored, and how they are refreshed.
@LoopActor
final class CopyShelf {
  let directory: CopyDirectory
  private let requests: ServiceRequests
  private let configuration: FetchConfiguration
  private let environment: FetchEnvironment
  private let path: String
  private let reports: ServiceReports
  private let saving = Saving()

  /// Stores the copies that nobody waits for, one after the other.
  private final class Saving {
    /// nil if there was none.
    var last: Task<Void, Never>?
  }

  /// - Parameters:
  ///   - path: of the directory for the copies.
  ///   - pause: waits between two attempts of a request.
  ///   - log: called with a sentence about a stored copy that was lost.
  init(
    _ directory: CopyDirectory, at path: String, _ requests: ServiceRequests,
    now: @escaping CurrentTime, pause: @escaping @LoopActor (Duration) async -> Void,
    _ reports: ServiceReports, log: @escaping @LoopActor (String) -> Void
  ) {
    self.directory = directory
    self.path = path
    self.reports = reports
    self.requests = requests
    let service = requests.service
    var configuration = FetchConfiguration(persistenceConfiguration: .enabled(path: path))
    configuration.expiry = service.expiry
    configuration.shouldPrune = service.shouldPrune
    configuration.shouldCheckReachability = service.shouldCheckReachability
    configuration.shouldWaitForSaveToPersistence = service.shouldWaitForSaveToPersistence
    configuration.shouldFailWhenSaveToPersistenceFails = false
    self.configuration = configuration
    environment = FetchEnvironment(
      now: { WallTime(millisecondsSince1970: now().millisecondsSince1970) },
      pause: { await pause($0) },
      later: { [saving] work in
        let last = saving.last
        saving.last = LoopActor.task {
          await last?.value
          await work()
        }
      },
      observe: { resource, step in
        LoopActor.assumeIsolated {
          switch step {
          case .loadFailed(let error):
            log("\(path): the copy of \(resource.key) is removed and read again: \(error)")
          case .saveFailed(let error):
            reports.report([StoreFault("\(path): copies cannot be stored: \(error)")], at: path)
          case .saved: reports.report([], at: path)
          default: break
          }
        }
      })
  }

  /// Returns the store of copies of the service.
  ///
  /// - Parameter list: the resource with which copies are removed, if they are parts of it; nil for
  ///   others.
  func store<Document>(
    _ mapping: Mapping<Document>, beside list: Resource? = nil
  ) -> CopyStore<Document> {
    directory.store(of: requests.service.base, mapping, beside: list)
  }

  /// Returns a flow for resources of the service.
  func flow<Document>(
    _ connection: ServiceConnection, _ mapping: Mapping<Document>, _ store: CopyStore<Document>
  ) -> FetchFlow<Document> {
    FetchFlow(
      connection: connection, mapping: mapping, store: { _ in store },
      configuration: configuration, environment: environment)
  }

  /// Stores a copy that was not fetched. If that fails, there is an alert, and no copy.
  func save<Document>(
    _ copy: StoredCopy<Document>, of resource: Resource, by flow: FetchFlow<Document>
  ) async {
    do throws(FetchError) {
      try await flow.save(copy, resource)
      reports.report([], at: path)
    } catch {
      reports.report([StoreFault("\(path): copies cannot be stored: \(error)")], at: path)
      await directory.remove([name(of: resource)])
    }
  }

  /// Removes copies, and those beside them, later.
  func removeLater(_ names: [String]) {
    let last = saving.last
    saving.last = LoopActor.task { [directory] in
      await last?.value
      await directory.remove(names)
    }
  }

  func now() -> WallTime { environment.now() }

  /// The name of the stored copy of a resource.
  func name(of resource: Resource) -> String {
    CopyDirectory.name(of: resource, at: requests.service.base)
  }

  /// Returns once all copies are stored.
  func finish() async {
    await saving.last?.value
    await directory.finish()
  }
}
