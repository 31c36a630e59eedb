package import BoxWire
package import UVLoop

/// How a program connects for a session and sends its requests.
@LoopActor
package protocol SessionConnector: AnyObject {
  associatedtype Failure: SessionFailure

  /// Connects, and logs in if the user wants that.
  ///
  /// - Parameter previous: why the last connection was lost; nil when there was none.
  func connect(after previous: Disconnection?) async throws(Failure) -> Connection

  /// Sends a request and waits for its result.
  func request(
    _ method: String, _ parameters: Parameters, over connection: Connection
  ) async throws(Failure) -> JSONText
}

/// Why a session cannot continue, in a program's own words.
package protocol SessionFailure: Error {
  /// The connection was lost before a request was sent.
  static func notSent(_ disconnection: Disconnection) -> Self
  /// The connection was lost.
  static func connectionLost(_ disconnection: Disconnection) -> Self
  /// The daemon has no sessions.
  static var noSession: Self { get }

  /// The error with which the daemon refused a request; nil for any other failure.
  var refusal: RequestError? { get }
  /// Whether connecting again does not help.
  var isFinal: Bool { get }
}
