internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// What one page of a browser shows: the boxes of a connection of its own, kept up to date.
@LoopActor
final class DaemonPage {
  /// The last segment of the URL of its stream.
  let id = RandomSecret.random()
  private(set) var mirror = Mirror()
  /// Called with the paths of the boxes that have changed, once all of them are known.
  var changed: (@LoopActor ([String]) -> Void)?
  /// Called once, when the connection is lost.
  var lost: (@LoopActor () -> Void)?

  /// Pages of the same board are sent the same lines.
  private static let lines = ParsedLines()

  private let connection: Connection
  private var arriving: [CheckedContinuation<Void, Never>] = []
  private var changes: [String] = []

  private init(_ connection: Connection) {
    self.connection = connection
  }

  /// Connects for a visitor, and reads the boxes.
  ///
  /// - Throws: `PageError`.
  static func open(
    _ patterns: [Pattern], at daemon: ChosenDaemon, for visitor: Visitor
  ) async throws(PageError) -> DaemonPage {
    let page = try await connect(to: daemon)
    do throws(PageError) {
      try await page.comeIn(visitor)
      guard !patterns.isEmpty else { return page }
      _ = try await page.call(
        Subscribe.method, Subscribe(patterns: patterns).parameters, awaitsEffect: false)
    } catch {
      page.close()
      throw error
    }
    await page.arrived()
    guard !page.isLost else { throw .unreachable("the connection to the daemon was lost") }
    return page
  }

  /// Says whose connection it is, and logs in.
  private func comeIn(_ visitor: Visitor) async throws(PageError) {
    if let peer = visitor.peer { try await forward(for: peer) }
    guard let login = visitor.login else { return }
    do throws(PageError) {
      _ = try await call("session.login", .of([.token: login.token]), awaitsEffect: false)
    } catch {
      guard case .refused(let refusal) = error,
        RequestError.Code(rawValue: refusal.code) == .notAllowed
      else { throw error }
      throw .loggedOut
    }
  }

  /// Says who is behind the gateway.
  ///
  /// - Throws: `PageError.refused` if the daemon does not trust the gateway; `.open` if it would let
  ///   everybody do everything.
  private func forward(for peer: String) async throws(PageError) {
    let answer = try await call(
      "session.gateway.forward", .of([.for: JSONText(peer)]), awaitsEffect: false)
    guard answer["users"]?.boolean == true || answer["policy"]?.boolean == true else {
      throw .open
    }
  }

  /// Checks that the daemon trusts the gateway, and has users or a policy.
  ///
  /// - Throws: `PageError`.
  static func check(_ daemon: ChosenDaemon) async throws(PageError) {
    let page = try await connect(to: daemon)
    defer { page.close() }
    try await page.forward(for: "start")
  }

  /// Logs in with a password.
  ///
  /// - Parameter peer: to whom the daemon counts the attempt.
  /// - Returns: a token of the daemon's.
  /// - Throws: `PageError`.
  static func logIn(
    name: String, password: String, for peer: String, at daemon: ChosenDaemon
  ) async throws(PageError) -> JSONText {
    let page = try await connect(to: daemon)
    defer { page.close() }
    try await page.forward(for: peer)
    let answer = try await page.call(
      "session.login", .of([.name: JSONText(name), .password: JSONText(password)]),
      awaitsEffect: false)
    guard let token = answer[AnswerKey.token] else {
      throw .unreachable("the daemon's answer has no token")
    }
    return token
  }

  private static func connect(to daemon: ChosenDaemon) async throws(PageError) -> DaemonPage {
    let connection: Connection
    do throws(ConnectError) {
      guard let found = try await daemon.open() else {
        throw .nobodyListens(place: daemon.place.path)
      }
      connection = found
    } catch {
      throw .unreachable("\(error)")
    }
    let page = DaemonPage(connection)
    connection.observer = { [weak page] in page?.receive($0) }
    connection.parsedLines = lines
    return page
  }

  /// Calls an intent or a method, and returns once its effect is in the mirror.
  ///
  /// - Parameter awaitsEffect: false for a method that cannot be in a batch.
  func call(
    _ method: String, _ parameters: Parameters, awaitsEffect: Bool = true
  ) async throws(PageError) -> JSONText {
    do throws(CallError) {
      return try await connection.call(method, parameters, awaitsEffect: awaitsEffect)
    } catch {
      switch error {
      case .refused(let error): throw .refused(error)
      case .lost(let disconnection): throw .unreachable("\(disconnection)")
      case .cancelled: throw .unreachable(PageError.late)
      }
    }
  }

  /// Whether the daemon was lost: nothing will change any longer.
  var isLost: Bool { connection.disconnection != nil }

  func close() {
    (changed, lost) = (nil, nil)
    connection.close()
  }

  private func receive(_ event: Connection.Event) {
    switch event {
    case .hello: break
    case .snapshot(let boxes): note(mirror.apply(snapshot: Rendering.shared.sharing(boxes)))
    case .change(let boxes): note(mirror.apply(Rendering.shared.sharing(boxes)))
    case .synced(let synced): note(mirror.apply(synced))
    case .gap: mirror.expectAnew()
    case .lost:
      resume()
      lost?()
      lost = nil
      return
    }
    guard mirror.isSynced else { return }
    resume()
    guard !changes.isEmpty else { return }
    let paths = changes
    changes = []
    changed?(paths)
  }

  private func note(_ boxes: BoxValues) {
    changes += boxes.values.map(\.path) + boxes.removed
  }

  private func arrived() async {
    guard !mirror.isSynced, connection.disconnection == nil else { return }
    await withCheckedContinuation { continuation in
      // It may have arrived since.
      guard !mirror.isSynced, connection.disconnection == nil else { return continuation.resume() }
      arriving.append(continuation)
    }
  }

  private func resume() {
    let waiting = arriving
    arriving = []
    for continuation in waiting { continuation.resume() }
  }
}

/// Why a page cannot be shown, or an intent was not carried out.
enum PageError: Error, Equatable {
  case refused(RequestError)
  /// The daemon cannot be reached, or was lost. Whether the intent was carried out is not known.
  case unreachable(String)
  /// The daemon does not accept the login any longer.
  case loggedOut
  /// The daemon has neither users nor a policy, so that anybody could do everything.
  case open

  var status: WebAnswer.Status {
    switch self {
    case .unreachable, .open: .unavailable
    case .loggedOut: .forbidden
    case .refused(let error):
      switch RequestError.Code(rawValue: error.code) {
      case .notFound, .noMethod: .notFound
      case .notAllowed: .forbidden
      case .unavailable: .unavailable
      default: .unprocessable
      }
    }
  }

  /// For a request that has taken too long.
  static let late = "the daemon has not answered in time; what you asked for may still be done"

  /// Whether somebody else has changed what was to be replaced.
  var isConflict: Bool {
    guard case .refused(let error) = self else { return false }
    return RequestError.Code(rawValue: error.code) == .conflict
  }

  /// Whether it may have been done all the same.
  var isUncertain: Bool {
    if case .unreachable = self { true } else { false }
  }

  /// A sentence for people.
  var sentence: String {
    switch self {
    case .refused(let error): error.message
    case .unreachable(let reason): reason
    case .loggedOut: "you are not logged in any longer; log in in another window, and send it again"
    case .open: "the daemon has neither users nor a policy, so that anybody could do everything"
    }
  }
}

extension Parameters {
  static func of(_ members: KeyValuePairs<ParameterName, JSONText>) -> Parameters {
    Parameters(members.map { Member(name: $0.rawValue, value: $1) })
  }
}
