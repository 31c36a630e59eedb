internal import Domain
internal import Fetch

extension FetchError {
  /// Whether the service says that there is no such resource.
  var isMissing: Bool {
    switch self {
    case .server(.status(404, _)), .server(.status(410, _)): true
    default: false
    }
  }

  /// What happened, for people, such as "example.org: connection refused".
  ///
  /// - Parameter host: of the service.
  fileprivate func reason(of host: String) -> String {
    switch self {
    // These name the host.
    case .noConnectivity(.interrupted), .server(.unusable), .persistence: description
    default: "\(host): \(self)"
    }
  }
}

/// Why a part of a service could not be read, or a change could not be sent.
struct ServiceFailure: Error {
  let error: FetchError
  /// For people: the mount, the path below the base URL, the host and what happened, such as
  /// "wiki, topics/ai/pros: example.org: connection refused".
  let reason: String

  /// - Parameter path: of the resource, below the base URL.
  init(_ error: FetchError, at path: [String], of service: Service) {
    self.error = error
    // Encoded: an identifier may contain anything.
    let place = Resource(path: path).pathText
    reason = "\(service.root), \(place): \(error.reason(of: service.base.host))"
  }

  /// The failure as an error of a store.
  var storeError: StoreError {
    if case .parser = error { .damaged(place: reason) } else { .unavailable(reason: reason) }
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
