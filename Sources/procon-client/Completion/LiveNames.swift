internal import BoxClient
internal import BoxWire
internal import UVLoop

/// The names that a running daemon has now, for completion; none without a daemon, or when it refuses.
///
/// bash expands a completed word, so only names that are valid paths are passed on.
@LoopActor
struct LiveNames {
  /// Time to wait for an answer. With the start of a process, it is too short to be noticed.
  private static let patience = Duration.milliseconds(30)
  /// For a daemon that is too busy to accept; shorter than ``patience``.
  private static let backoff = Backoff(
    first: .milliseconds(5), longest: .milliseconds(5), total: .milliseconds(20))

  private let places: DaemonPlaces

  /// - Parameter word: its command line may name the daemon's socket.
  init(for word: CompletedWord) {
    places = word.socket.map { DaemonPlaces($0) } ?? .standard
  }

  /// The boxes that match patterns.
  func boxes(_ patterns: [Pattern]) async -> [Path] {
    guard !patterns.isEmpty else { return [] }
    let state = await ask(Get.method, Get(patterns: patterns).parameters)
    return state?["boxes"]?.members?.compactMap { Path($0.name) } ?? []
  }

  /// The methods and intents that match patterns.
  func methods(_ patterns: [Pattern]) async -> [(path: Path, parameters: [JSONText])] {
    methods(of: await discover(patterns))
  }

  /// The methods, intents and boxes that match patterns.
  func described(_ patterns: [Pattern]) async -> [Path] {
    let document = await discover(patterns)
    let boxes = document?["x-boxes"]?.members?.compactMap { Path($0.name) } ?? []
    return methods(of: document).map(\.path) + boxes
  }

  private func discover(_ patterns: [Pattern]) async -> JSONText? {
    guard !patterns.isEmpty else { return nil }
    return await ask(Discover.method, Discover(patterns: patterns).parameters)
  }

  private func methods(of document: JSONText?) -> [(path: Path, parameters: [JSONText])] {
    (document?["methods"]?.elements ?? []).compactMap { method in
      guard let path = method["name"]?.string.flatMap({ Path($0) }) else { return nil }
      return (path, method["params"]?.elements ?? [])
    }
  }

  /// nil when the daemon refuses or does not answer in time.
  private func ask(_ method: String, _ parameters: Parameters) async -> JSONText? {
    await connect()?.optionalResult(of: method, parameters, within: Self.patience)
  }

  /// Connects to the first socket with a listener. Never starts a daemon.
  private func connect() async -> Connection? {
    for place in places.paths {
      guard (try? places.check(place)) != nil else { return nil }
      if let connection = try? await Connection.connect(to: place, backoff: Self.backoff) {
        return connection
      }
    }
    return nil
  }
}
