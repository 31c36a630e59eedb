/// How a flow behaves.
public struct FetchConfiguration: Equatable, Sendable {
  /// Whether copies are stored, and where.
  public var persistenceConfiguration: PersistenceConfiguration
  /// Whether this flow uses the store, if there is one. Without it, nothing is loaded or saved.
  public var usingPersistence = true
  /// Whether a fetch waits until the copy is saved. Otherwise the owner of the flow saves it later
  /// (``FetchEnvironment/later``), and the observer is notified if that fails.
  public var shouldWaitForSaveToPersistence = true
  /// Whether a fetch fails if its copy cannot be saved. This only concerns a fetch that waits for
  /// saving. The observer is notified in any case.
  public var shouldFailWhenSaveToPersistenceFails = true
  /// Whether a request is only sent if the service is reachable.
  public var shouldCheckReachability = true
  /// Whether elements of a sequence that cannot be parsed are left out and counted. Otherwise the
  /// first one fails the fetch.
  public var shouldPrune = true
  /// The age from which a stored copy has expired; zero or less means that copies are always
  /// expired. 5 minutes by default.
  public var expiry = FetchLimits.expiry
  /// Whether `fetch` returns an expired copy, marked as stale, if the service cannot be reached or
  /// is temporarily unable to answer.
  public var staleIfError = true

  /// The defaults of all other properties, which are those of a program that wants each error.
  public init(persistenceConfiguration: PersistenceConfiguration) {
    self.persistenceConfiguration = persistenceConfiguration
  }

  var isPersistent: Bool { usingPersistence && persistenceConfiguration != .disabled }
}

/// Whether copies are stored.
public enum PersistenceConfiguration: Equatable, Sendable {
  /// In a store at this path.
  case enabled(path: String)
  case disabled
}

/// Numbers that limit what a flow does.
enum FetchLimits {
  /// Maximum number of times that a request is repeated. A service that fails three times in two
  /// seconds needs more time than a person waits.
  static let retries = 2
  /// Maximum time between the first failure of a request and its last repetition.
  static let retryTime = Duration.seconds(2)
  /// Longest pause before the first repetition; it doubles with each one. The shortest is half of
  /// it. So both together are at most 1.5 s.
  static let firstPause = Duration.milliseconds(500)
  /// Default age at which a copy expires.
  static let expiry = Duration.seconds(300)
}
