import Fetch

/// A flow with a service, a store and a clock that a test controls. Everything takes no time, except
/// for requests that are held.
final class FlowStage {
  var now = WallTime(millisecondsSince1970: 1_700_000_000_000)
  /// What the service answers, in order; the last one is repeated.
  var answers: [Result<NetworkAnswer<String>, FetchError>] = [.success(.value("new"))]
  /// By key.
  var copies: [String: StoredCopy<String>] = [:]
  var loadError: FetchError?
  var saveError: FetchError?
  var isReachable = true
  var random = 0.5
  /// Whether requests wait until they are released or cancelled.
  var isHeld = false

  private(set) var requests: [(resource: Resource, validators: Validators)] = []
  private(set) var steps: [FetchStep] = []
  private(set) var pauses: [Duration] = []
  private(set) var saves: [StoredCopy<String>] = []
  private(set) var deferred: [() async -> Void] = []
  private var held: [AsyncStream<Void>.Continuation] = []
  private var waiting: [(isReached: (FlowStage) -> Bool, AsyncStream<Void>.Continuation)] = []

  static let configuration = FetchConfiguration(persistenceConfiguration: .enabled(path: "copies"))

  // These closures have no capture lists: Swift 6.3 would run the asynchronous ones elsewhere than on
  // the actor of the flow.
  lazy var environment = {
    unowned let stage = self
    return FetchEnvironment(
      now: { stage.now },
      pause: {
        stage.pauses.append($0)
        stage.now = stage.now + $0
      },
      random: { stage.random }, later: { stage.deferred.append($0) },
      observe: { stage.record($1) })
  }()

  func flow(_ configuration: FetchConfiguration = configuration) -> FetchFlow<String> {
    unowned let stage = self
    return FetchFlow(
      network: { resource, validators async throws(FetchError) in
        try await stage.answer(resource, validators)
      },
      load: { resource throws(FetchError) in
        if let error = stage.loadError { throw error }
        return stage.copies[resource.key]
      },
      save: { copy, resource throws(FetchError) in
        if let error = stage.saveError { throw error }
        stage.saves.append(copy)
        stage.copies[resource.key] = copy
      },
      isReachable: { stage.isReachable }, configuration: configuration, environment: environment)
  }

  /// Stores a copy that the service sent some time ago.
  func store(
    _ value: String, of resource: Resource, age: Duration, validators: Validators = Validators()
  ) {
    copies[resource.key] = StoredCopy(value, fetchedAt: now - age, validators: validators)
  }

  /// Lets the request that has been held longest continue.
  func release() {
    held.removeFirst().yield()
  }

  /// Runs what a flow wants to be run later.
  func runDeferred() async {
    let work = deferred
    deferred = []
    for work in work { await work() }
  }

  /// Waits until calls have made this many steps of a kind.
  func reach(_ step: FetchStep, times: Int = 1) async {
    await reach { $0.count(of: step) >= times }
  }

  func count(of step: FetchStep) -> Int { steps.count { $0 == step } }

  private func reach(_ isReached: @escaping (FlowStage) -> Bool) async {
    guard !isReached(self) else { return }
    // Ends when the test exceeds its time limit.
    let (wakes, wake) = AsyncStream<Void>.makeStream()
    waiting.append((isReached, wake))
    var iterator = wakes.makeAsyncIterator()
    _ = await iterator.next(isolation: #isolation)
  }

  private func record(_ step: FetchStep) {
    steps.append(step)
    let reached = waiting.filter { $0.isReached(self) }
    waiting.removeAll { $0.isReached(self) }
    for (_, wake) in reached { wake.yield() }
  }

  private func answer(
    _ resource: Resource, _ validators: Validators
  ) async throws(FetchError) -> NetworkAnswer<String> {
    requests.append((resource, validators))
    let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
    if isHeld {
      let (releases, release) = AsyncStream<Void>.makeStream()
      held.append(release)
      var iterator = releases.makeAsyncIterator()
      // The error of a client that takes its cancellation for a lost connection.
      guard await iterator.next(isolation: #isolation) != nil else {
        throw .noConnectivity(.interrupted(reason: "cancelled"))
      }
    }
    return try answer.get()
  }
}

extension WallTime {
  static func + (time: WallTime, duration: Duration) -> WallTime {
    WallTime(
      millisecondsSince1970: time.millisecondsSince1970 + Int64(duration / .milliseconds(1)))
  }

  static func - (time: WallTime, duration: Duration) -> WallTime {
    time + (.zero - duration)
  }
}

/// Errors in short notation.
extension FetchError {
  static let refused = FetchError.noConnectivity(.refused)
  static let lost = FetchError.noConnectivity(.interrupted(reason: "reset"))
  static let full = FetchError.persistence(PersistenceFailure(.save, reason: "disk full"))
  static let unreadable = FetchError.persistence(PersistenceFailure(.load, reason: "damaged"))

  static func status(_ code: Int, retryAfter: Duration? = nil) -> FetchError {
    .server(.status(code, retryAfter: retryAfter))
  }
}

let topics = Resource(path: "topics")
