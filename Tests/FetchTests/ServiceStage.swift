import Fetch

/// A service behind a connection, which answers with texts, and a store that knows its path.
final class ServiceStage {
  /// What the service answers, in order; the last one is repeated.
  var responses: [Result<FetchResponse, FetchError>] = []
  /// Answers instead, if there is one.
  var respond: ((FetchRequest) -> FetchResponse)?
  private(set) var requests: [FetchRequest] = []
  /// The paths at which stores were opened.
  private(set) var opened: [String] = []
  let stage = FlowStage()

  init(_ responses: FetchResponse...) {
    self.responses = responses.map { .success($0) }
  }

  func send(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
    requests.append(request)
    if let respond { return respond(request) }
    return try (responses.count > 1 ? responses.removeFirst() : responses[0]).get()
  }

  func connection(_ baseURL: String = "https://a.org/v2") throws -> ServiceConnection {
    let service = self
    return ServiceConnection(
      baseURL: try BaseURL(baseURL), isReachable: { service.stage.isReachable },
      send: { request throws(FetchError) in try service.send(request) })
  }

  /// A store of the stage's `copies`, which are texts, for values that are lists of their words.
  func store(at path: String) -> CopyStore<[String]> {
    opened.append(path)
    let stage = stage
    return CopyStore(
      load: { resource throws(FetchError) in
        if let error = stage.loadError { throw error }
        guard let copy = stage.copies[resource.key] else { return nil }
        return StoredCopy(
          copy.value.split(separator: ",").map(String.init), fetchedAt: copy.fetchedAt,
          validators: copy.validators, pruned: copy.pruned)
      },
      save: { copy, resource throws(FetchError) in
        if let error = stage.saveError { throw error }
        stage.copies[resource.key] = StoredCopy(
          copy.value.joined(separator: ","), fetchedAt: copy.fetchedAt,
          validators: copy.validators, pruned: copy.pruned)
      })
  }

  func flow(
    _ configuration: FetchConfiguration = FlowStage.configuration
  ) throws -> FetchFlow<[String]> {
    FetchFlow(
      connection: try connection(), mapping: .words, store: store, configuration: configuration,
      environment: stage.environment)
  }
}

extension Mapping where Value == [String] {
  /// Words separated by commas. A word that contains an exclamation mark is bad, and a body that
  /// contains a question mark is not a list.
  static var words: Mapping {
    .sequence(
      split: { body in
        let text = String(decoding: body, as: UTF8.self)
        guard !text.contains("?") else { throw BadText.list }
        return text.split(separator: ",")
      },
      element: { word in
        guard !word.contains("!") else { throw BadText.word }
        return String(word)
      },
      encode: { Array($0.joined(separator: ",").utf8) })
  }
}

extension Mapping where Value == String {
  static var text: Mapping {
    .one(decode: { String(decoding: $0, as: UTF8.self) }, encode: { Array($0.utf8) })
  }
}

enum BadText: Error {
  case list
  case word
}

extension FetchResponse {
  static func text(
    _ text: String, status: Int = 200, _ headers: (name: String, value: String)...
  ) -> FetchResponse {
    FetchResponse(status: status, headers: headers, body: Array(text.utf8))
  }
}
