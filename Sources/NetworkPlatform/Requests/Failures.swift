internal import Domain
internal import Fetch

extension HTTPError {
  /// The failure as an error of a fetch.
  var fetchError: FetchError {
    switch self {
    case .refused: .noConnectivity(.refused)
    case .unresolvable: .noConnectivity(.unresolved)
    case .unreachable: .noConnectivity(.unreachable)
    case .timeLimit: .noConnectivity(.timedOut)
    case .cutOff, .proxy: .noConnectivity(.interrupted(reason: description))
    case .cancelled: .cancelled
    case .noLibrary, .malformedURL, .forbiddenScheme, .malformedHeader, .tls, .tooLarge,
      .tooManyRedirects, .foreignRedirect, .malformedAnswer, .failed:
      .server(.unusable(reason: description))
    }
  }
}

extension FetchError {
  /// Whether the service says that there is no such resource.
  var isMissing: Bool {
    switch self {
    case .server(.status(404, _)), .server(.status(410, _)): true
    default: false
    }
  }

  /// The failure as an error of a store.
  ///
  /// - Parameters:
  ///   - place: the URL of the resource, without secrets.
  ///   - host: of the service.
  func storeError(at place: String, _ host: String) -> StoreError {
    switch self {
    case .parser: .damaged(place: reason(at: place, host))
    default: .unavailable(reason: reason(at: place, host))
    }
  }

  /// Why a copy is not fresh, for people, such as "example.org: connection refused".
  func reason(at place: String, _ host: String) -> String {
    switch self {
    case .noConnectivity(.unreachable): "\(host): no route"
    case .noConnectivity(.refused): "\(host): connection refused"
    case .noConnectivity(.unresolved): "\(host): unknown host"
    case .noConnectivity(.timedOut): "\(host): no answer in time"
    case .noConnectivity(.interrupted(let reason)), .server(.unusable(let reason)): reason
    case .server(.status(let status, _)): "\(place): status \(status)"
    case .persistence(let failure): failure.reason
    case .parser(let failure): "\(place): \(failure.reason)"
    case .cancelled: "\(host): cancelled"
    }
  }
}

/// Why a service has not made a change.
enum Refusal: Error {
  /// Something else has changed before.
  case conflict
  /// It says that there is no such thing.
  case missing
  case store(StoreError)
}
