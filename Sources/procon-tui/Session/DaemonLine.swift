internal import BoxClient
internal import BoxWire
internal import UVLoop

/// The way to a daemon: connects, and on later connections logs in again as the same user.
@LoopActor
final class DaemonLine: SessionConnector {
  typealias Failure = procon_tui.Failure

  private let places: DaemonPlaces
  /// With which the next connection logs in; nil if nobody has logged in.
  private var token: JSONText?

  private static let (logIn, logOut) = ("session.login", "session.logout")

  init(_ places: DaemonPlaces) {
    self.places = places
  }

  func connect(after previous: Disconnection?) async throws(Failure) -> Connection {
    for place in places.paths {
      guard let connection = try await open(place) else { continue }
      if let token {
        do throws(Failure) {
          keep(try await request(Self.logIn, ["token": token], over: connection), of: Self.logIn)
        } catch {
          // Tokens end with the daemon that issued them. The route begins with the login then.
          guard error.refusal != nil else { throw error }
          self.token = nil
        }
      }
      return connection
    }
    throw .unconnected(.nobodyListens(places: places.paths))
  }

  private func open(_ place: String) async throws(Failure) -> Connection? {
    do throws(ConnectError) {
      return try await places.open(place)
    } catch {
      throw .unconnected(error)
    }
  }

  func request(
    _ method: String, _ parameters: Parameters, over connection: Connection
  ) async throws(Failure) -> JSONText {
    if let disconnection = connection.disconnection { throw .notSent(disconnection) }
    do throws(CallError) {
      return try await connection.call(method, parameters)
    } catch {
      switch error {
      case .refused(let error): throw .refused(error)
      case .lost(let disconnection): throw .connectionLost(disconnection)
      case .cancelled: throw .connectionLost(.closed)
      }
    }
  }

  /// Remembers who has logged in.
  ///
  /// - Parameter answer: that of the intent `method`.
  func keep(_ answer: JSONText, of method: String) {
    switch method {
    case Self.logIn: token = answer["token"] ?? token
    case Self.logOut: token = nil
    default: break
    }
  }
}
