internal import Domain
internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// Where the copies of one service are stored, and how they are refreshed.
@LoopActor
final class CopyShelf {
  let directory: CopyDirectory
  let configuration: FetchConfiguration
  let environment: FetchEnvironment
  private let base: String
  private let time: CurrentTime

  /// - Parameters:
  ///   - pause: waits between two attempts of a request.
  ///   - whenSaved: called with the reason if a copy could not be stored, and with nil when one was.
  ///   - whenLost: called with the reason if a stored copy could not be loaded.
  init(
    _ directory: CopyDirectory, of service: Service, now: @escaping CurrentTime,
    pause: @escaping @LoopActor (Duration) async -> Void,
    whenSaved: @escaping @LoopActor (_ failure: String?) -> Void,
    whenLost: @escaping @LoopActor (_ resource: String, _ failure: String) -> Void
  ) {
    self.directory = directory
    base = service.base.text
    time = now
    var configuration = FetchConfiguration(persistenceConfiguration: .enabled(path: ""))
    configuration.expiry = service.expiry
    configuration.shouldPrune = service.shouldPrune
    configuration.shouldCheckReachability = service.shouldCheckReachability
    configuration.shouldFailWhenSaveToPersistenceFails = false
    self.configuration = configuration
    environment = FetchEnvironment(
      now: { now().wallTime }, pause: { await pause($0) },
      // Only for flows that do not wait for saving.
      later: { _ in },
      observe: { resource, step in
        switch step {
        case .loadFailed(.persistence(let failure)):
          LoopActor.assumeIsolated { whenLost(resource.key, failure.reason) }
        case .saveFailed(.persistence(let failure)):
          LoopActor.assumeIsolated { whenSaved(failure.reason) }
        case .saved: LoopActor.assumeIsolated { whenSaved(nil) }
        default: break
        }
      })
  }

  func now() -> WallTime { time().wallTime }

  /// The name of the stored copy of a resource. It differs for another base URL or other headers.
  func name(of resource: Resource) -> String {
    Digest.of("\(base) \(resource.key)".utf8)
  }

  /// Whether a copy of this date has expired. One from the future has: the clock was set back.
  func isExpired(_ date: WallTime) -> Bool {
    let age = date.duration(to: now())
    return age < .zero || age >= configuration.expiry
  }
}

extension Timestamp {
  var wallTime: WallTime { WallTime(millisecondsSince1970: millisecondsSince1970) }
}
