internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// The names that a running daemon has now; none without a daemon, or when it refuses.
///
/// They come from the daemon's description of itself, because reading boxes would load their
/// scenes. Only ids are read from boxes, those of one scene.
struct LiveNames {
  /// Time to wait for an answer: even with the start of a process, too short to be noticed.
  private static let patience = Duration.milliseconds(30)
  /// For a daemon that is too busy to accept; shorter than ``patience``.
  private static let backoff = Backoff(
    first: .milliseconds(5), longest: .milliseconds(5), total: .milliseconds(20))

  /// The parts of the description by name; empty when there is none.
  private let parts: [String: JSONText]

  /// - Parameter description: an OpenRPC document. Malformed parts are left out.
  init(_ description: JSONText?) {
    // Read once: the description of a hundred topics has 600 KB.
    let parts = description?.members?.map { ($0.name, $0.value) } ?? []
    self.parts = Dictionary(parts) { first, _ in first }
  }

  /// Asks the daemon for the names that match the patterns.
  ///
  /// - Parameter word: its command line may name the daemon's socket.
  @LoopActor
  init(for word: CompletedWord, _ patterns: [Pattern]) async {
    guard !patterns.isEmpty else {
      self.init(nil)
      return
    }
    self.init(
      await Self.ask(Discover.method, Discover(patterns: patterns).parameters, for: word))
  }

  /// The daemon's answer to a request; nil without a daemon, or when it refuses.
  ///
  /// - Parameter word: its command line may name the daemon's socket.
  @LoopActor
  static func ask(
    _ method: String, _ parameters: Parameters, for word: CompletedWord
  ) async -> JSONText? {
    guard let place = word.place else { return nil }
    return await connect(to: place)?.optionalResult(of: method, parameters, within: patience)
  }

  var boxes: DescribedPaths { paths(boxNames) }

  /// The boxes that clients may set.
  var boxesOfClients: DescribedPaths {
    let schema = JSONText("#/components/schemas/SharedValue")
    let boxes = parts["x-boxes"]?.members ?? []
    return paths(boxes.filter { $0.value["$ref"] == schema }.map(\.name))
  }

  /// Methods and intents.
  var methods: DescribedPaths { paths(methodNames) }

  /// Methods, intents and boxes.
  var all: DescribedPaths { paths(methodNames + boxNames) }

  /// Descriptions of the parameters of a method or an intent.
  func parameters(of path: Path) -> [JSONText] {
    let method = parts["methods"]?.elements?.first { $0["name"]?.string == path.text }
    return method?["params"]?.elements ?? []
  }

  private var boxNames: [String] {
    parts["x-boxes"]?.members?.map(\.name) ?? []
  }

  private var methodNames: [String] {
    parts["methods"]?.elements?.compactMap { $0["name"]?.string } ?? []
  }

  private func paths(_ texts: [String]) -> DescribedPaths {
    let names = parts["x-names"]?.members?.map { place, names in
      (place, names.elements?.compactMap(\.string) ?? [])
    }
    return DescribedPaths(texts, names: Dictionary(names ?? []) { first, _ in first })
  }

  /// Connects to a daemon. Never starts one.
  @LoopActor
  private static func connect(to place: DaemonPlace) async -> Connection? {
    guard (try? place.check()) != nil else { return nil }
    return try? await Connection.connect(to: place.path, backoff: backoff)
  }
}
