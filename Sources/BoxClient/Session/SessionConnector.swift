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

  /// Calls an intent, and waits for its result and the events of all that it has changed.
  func perform(
    _ intent: String, _ parameters: Parameters, over connection: Connection
  ) async throws(Failure) -> JSONText

  /// Sends requests in one write, and waits for the answers to all of them.
  ///
  /// - Throws: the first failure that ``SessionRequest/answered`` has not accepted.
  func request(_ requests: [SessionRequest], over connection: Connection) async throws(Failure)
}

/// A request, and what its answer changes.
package struct SessionRequest {
  package let method: String
  package let parameters: Parameters
  /// Called once with the outcome, in order with the events of the connection. Throws the failure
  /// unless it accepts it.
  package let answered: @LoopActor (Result<JSONText, CallError>) throws(CallError) -> Void
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
