internal import Fetch
internal import UVLoop

/// A document with its origin.
struct SourceDocument<Document: Sendable>: Sendable {
  let document: Document
  /// When the service sent it, in milliseconds since 1970-01-01T00:00:00Z.
  let read: Int64
  /// The fingerprint of the body that the service sent; nil for a document of our own.
  let sent: String?
}

/// What a service sends, as it is read.
protocol ServiceDocument: Sendable {
  /// Why the first of the elements that are left out is; nil if none is.
  var reasonForPruning: BadElement? { get }
}

/// One resource that is read: its newest known copy, the stored one, and the service's.
@LoopActor
final class Source<Document: ServiceDocument> {
  typealias Copy = StoredCopy<SourceDocument<Document>>

  /// The newest known copy; nil before the first one.
  private(set) var copy: Copy?
  private let resource: Resource
  private let requests: ServiceRequests
  private let shelf: CopyShelf
  /// The name of the stored copy.
  let name: String
  private let parse: @Sendable ([UInt8]) throws(BadBody) -> Document
  private let encode: @Sendable (Document) -> [UInt8]
  private lazy var flow = makeFlow()

  /// - Parameters:
  ///   - path: of the resource, below the base URL.
  ///   - list: the name of the stored copy of the list of which it is a page; nil for any other
  ///     resource.
  ///   - parse: reads a body of the service, or what `encode` returned.
  ///   - encode: returns the document as it is stored.
  init(
    _ path: [String], query: [QueryItem] = [], beside list: String? = nil,
    _ requests: ServiceRequests, _ shelf: CopyShelf,
    parse: @escaping @Sendable ([UInt8]) throws(BadBody) -> Document,
    encode: @escaping @Sendable (Document) -> [UInt8]
  ) {
    resource = requests.resource(path, query: query)
    let name = shelf.name(of: resource)
    self.name = list.map { CopyDirectory.name(name, beside: $0) } ?? name
    self.requests = requests
    self.shelf = shelf
    self.parse = parse
    self.encode = encode
  }

  var document: Document? { copy?.value.document }

  /// Whether the known copy has expired, or there is none.
  var isExpired: Bool {
    guard let copy else { return true }
    return shelf.isExpired(copy.fetchedAt)
  }

  /// Loads the stored copy, unless a copy is known. Returns whether there is one.
  func load() async -> Bool {
    if copy == nil, let stored = await flow.stored(resource), copy == nil { copy = stored.copy }
    return copy != nil
  }

  /// Fetches the copy, which becomes the known one with ``adopt(_:)``. Equal calls at the same time
  /// cost one request.
  ///
  /// - Parameter again: whether to ask the service although the known copy is fresh.
  func fetch(again: Bool) async throws(ServiceFailure) -> Fetched<SourceDocument<Document>> {
    do throws(FetchError) {
      if again { return try await flow.fetchFromNetwork(resource, known: copy) }
      return try await flow.fetch(resource)
    } catch {
      throw failure(error)
    }
  }

  func failure(_ error: FetchError) -> ServiceFailure {
    requests.failure(error, at: resource.path)
  }

  /// Returns whether the content of the copy differs from the known one.
  @discardableResult
  func adopt(_ copy: Copy) -> Bool {
    let old = self.copy?.value
    self.copy = copy
    return old == nil || old?.read != copy.value.read || old?.sent != copy.value.sent
  }

  /// A copy of a document that the service does not have.
  func copy(of document: Document) -> Copy {
    StoredCopy(SourceDocument(document: document, read: 0, sent: nil), fetchedAt: shelf.now())
  }

  /// Separates the answers to requests that were sent before a change from those sent after it.
  func separate() { flow.separate() }

  /// Replaces the known copy and the stored one after a change that the service accepted.
  func replace(_ document: Document) async {
    let now = shelf.now()
    let snapshot = SourceDocument(
      document: document, read: now.millisecondsSince1970, sent: nil)
    let copy = StoredCopy(snapshot, fetchedAt: now)
    self.copy = copy
    try? await flow.save(copy, resource)
  }

  // MARK: The flow

  private func makeFlow() -> FetchFlow<SourceDocument<Document>> {
    FetchFlow(
      network: { [weak self] resource, known async throws(FetchError) in
        guard let self, let answer = try await self.answer(known) else { return .unchanged }
        return .value(answer.snapshot, validators: answer.validators)
      },
      load: { [weak self] _ async throws(FetchError) in
        if let copy = self?.copy { return copy }
        return try await self?.stored()
      },
      save: { [weak self] copy, _ async throws(FetchError) in try await self?.save(copy) },
      renew: { [weak self] copy, _ async throws(FetchError) in
        guard let self else { return true }
        return await self.shelf.directory.renew(self.name, Self.facts(of: copy))
      },
      isReachable: { [requests] in await requests.isReachable() },
      configuration: shelf.configuration, environment: shelf.environment)
  }

  private func answer(
    _ known: Validators
  ) async throws(FetchError) -> (snapshot: SourceDocument<Document>, validators: Validators)? {
    let snapshot = copy?.value
    let answer = try await requests.read(resource, known)
    guard let body = answer.body else { return nil }
    let (parse, sent) = (parse, snapshot?.sent)
    let shouldPrune = shelf.configuration.shouldPrune
    let result = await heavy(body.count) { () -> Result<(String, Document?), BadBody> in
      let fingerprint = Digest.of(body)
      if fingerprint == sent { return .success((fingerprint, nil)) }
      return Result { () throws(BadBody) in
        let document = try parse(body)
        if !shouldPrune, let reason = document.reasonForPruning { throw .elementOfList(reason) }
        return (fingerprint, document)
      }
    }
    switch result {
    case .success((_, nil)):
      guard let snapshot else { return nil }
      return (snapshot, answer.validators)
    case .success((let fingerprint, let document?)):
      let now = shelf.now().millisecondsSince1970
      return (SourceDocument(document: document, read: now, sent: fingerprint), answer.validators)
    case .failure(let error): throw .parser(ParserFailure(reason: "\(error)"))
    }
  }

  /// Throws `persistence` for a copy that is damaged, which is removed.
  private func stored() async throws(FetchError) -> Copy? {
    guard let file = try await shelf.directory.load(name) else { return nil }
    let parse = parse
    let document = await heavy(file.body.count) {
      Result { () throws(BadBody) in try parse(file.body) }
    }
    guard case .success(let document) = document else {
      await shelf.directory.remove([name])
      throw .persistence(PersistenceFailure(.load, reason: "its content cannot be read"))
    }
    let facts = file.facts
    return Copy(
      SourceDocument(document: document, read: facts.read, sent: facts.sent),
      fetchedAt: WallTime(millisecondsSince1970: facts.confirmed),
      validators: Validators(etag: facts.etag, lastModified: facts.lastModified))
  }

  private func save(_ copy: Copy) async throws(FetchError) {
    let encode = encode
    let document = copy.value.document
    let body = await BlockingWork.run { encode(document) }
    let failure = await shelf.directory.save(CopyFile(Self.facts(of: copy), body: body), as: name)
    if let failure { throw .persistence(PersistenceFailure(.save, reason: failure)) }
  }

  private static func facts(of copy: Copy) -> CopyFile.Facts {
    CopyFile.Facts(
      read: copy.value.read, confirmed: copy.fetchedAt.millisecondsSince1970,
      etag: copy.validators.etag, lastModified: copy.validators.lastModified,
      sent: copy.value.sent)
  }

  /// Works off the loop if there is much to do.
  private func heavy<Value: Sendable>(
    _ bytes: Int, _ body: @Sendable () -> Value
  ) async -> Value {
    bytes < Self.light ? body() : await BlockingWork.run(body)
  }

  /// In bytes: what takes less time than going to another thread and back, about a millisecond.
  private static var light: Int { 16_384 }
}
