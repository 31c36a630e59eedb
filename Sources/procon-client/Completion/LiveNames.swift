internal import BoxClient
internal import BoxWire
internal import UVLoop

/// What a daemon that runs has now, for completion. Without one, or when it refuses, it has
/// nothing.
///
/// bash expands what completes a word, so that a name from a daemon must not hold anything but what
/// it may: none is passed on that is not made of a path's bytes.
@LoopActor
struct LiveNames {
  /// How long an answer is waited for: with the start of a process, still less than is noticed.
  private static let patience = Duration.milliseconds(30)
  /// For a daemon that is too busy to accept, within the same time.
  private static let backoff = Backoff(
    first: .milliseconds(5), longest: .milliseconds(5), total: .milliseconds(20))

  private let places: DaemonPlaces

  /// - Parameter word: says which daemon, if its command line does.
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

  /// nil when nobody answers in time, or with a refusal.
  private func ask(_ method: String, _ parameters: Parameters) async -> JSONText? {
    await connect()?.optionalResult(of: method, parameters, within: Self.patience)
  }

  /// To the first place where somebody listens; a daemon is never started.
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
