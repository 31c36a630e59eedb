internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Shows a kind of scene, and says what its keys do.
@LoopActor
protocol SceneView: AnyObject {
  var bindings: [KeyBinding] { get }
  /// The text that is being edited; nil if none is.
  var field: TextField? { get set }

  /// Takes a new state of the scene.
  ///
  /// - Parameter isOwn: whether the user of this program may have caused it.
  func show(_ scene: ShownScene, isOwn: Bool)

  /// Draws the scene on some rows of the canvas.
  func draw(on canvas: inout Canvas, rows: Range<Int>)

  /// - Returns: nil if the command has no effect outside.
  func perform(_ command: Command) -> Deed?

  /// Goes back within the scene.
  ///
  /// - Returns: false if there is nothing to go back from, so that the scene itself is left.
  func goBack() -> Bool

  /// The question before the scene is left; nil if nothing would be lost.
  func leaving() -> String?

  /// The text that is being edited is to be saved.
  func submit(_ field: TextField) -> Submission

  /// The daemon has refused what was typed.
  ///
  /// - Returns: the field that it is about, with its sentence; nil if the scene shows the reason.
  func refused(_ field: TextField, _ error: RequestError) -> TextField?

  /// What an answer says to the user; nil if the scene shows its effect.
  func told(_ answer: JSONText) -> String?

  /// A call for this scene has succeeded.
  func answered(_ call: Call, _ answer: JSONText)

  /// The text could not be saved because somebody else has changed what it replaces. Saving it again
  /// replaces that.
  func resolve(_ field: TextField)

  /// Selects what is at a position.
  func click(row: Int, column: Int)
  func scroll(row: Int, column: Int, by rows: Int)
}

extension SceneView {
  func goBack() -> Bool { false }
  func leaving() -> String? { nil }
  func submit(_ field: TextField) -> Submission { .done }
  func told(_ answer: JSONText) -> String? { nil }

  func refused(_ field: TextField, _ error: RequestError) -> TextField? {
    field.refusal = error.message
    return field
  }

  func answered(_ call: Call, _ answer: JSONText) {}
  func resolve(_ field: TextField) {}
  func click(row: Int, column: Int) {}
  func scroll(row: Int, column: Int, by rows: Int) {}
}
