internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Shows a session to the user, and takes what the user types.
@LoopActor
protocol SessionDialog: AnyObject {
  /// Whether a person types. Otherwise the input is a script, which ends at the first failure.
  var isInteractive: Bool { get }
  /// Whether each state may be shown, or only those in which the session waits for a line.
  var isLive: Bool { get }

  /// Shows the scene.
  func show(_ scene: ShownScene)
  /// Shows what the user has asked for.
  func present(_ overlay: SessionPage.Overlay)
  /// Reports why a line had no effect.
  func report(_ failure: String)
  /// Reports what the client waits for; nil when it waits no longer.
  func notify(_ notice: String?)

  /// Waits for a line.
  ///
  /// - Throws: the failure that ended the session.
  func answer(to prompt: SessionPrompt) async throws(Failure) -> SessionAnswer

  /// Ends the session: `answer` throws this failure from now on.
  func fail(_ failure: Failure)
  /// To be called when everything that was waiting in the output has been read.
  func outputDrained()
  /// Restores the terminal.
  func end()
}

/// What a line is needed for.
struct SessionPrompt: Equatable {
  /// Before the typed text, such as `title: `.
  let label: String
  /// What may be typed; empty if there is nothing to say.
  var hint = ""
  /// The text to begin with.
  var initial = ""
  /// Whether the typed text must not be shown.
  var isSecret = false
}

/// What a user types.
enum SessionAnswer: Equatable, Sendable {
  /// Without its end.
  case line(String)
  /// The user wants to do something else instead.
  case cancelled
  /// There is nothing more to come.
  case ended
}
