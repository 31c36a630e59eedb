internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Shows a kind of scene, and says what its keys do.
@LoopActor
protocol SceneView: AnyObject {
  var bindings: [KeyBinding] { get }
  /// The commands that matter for what is selected, the most important first.
  var hints: [Command] { get }
  /// The text that is being edited; nil if none is.
  var field: TextField? { get set }

  /// What others have changed in it; nil if it does not show that.
  var news: News? { get }

  /// Takes a new state of the scene.
  func show(_ scene: ShownScene, _ occasion: Occasion)

  /// Draws the scene on some rows of the canvas.
  func draw(on canvas: inout Canvas, rows: Range<Int>)

  /// - Returns: nil if the command has no effect outside.
  func perform(_ command: Command) -> Deed?

  /// The parts that Tab goes through, and the one that keys are about, counted from 0.
  var parts: Int { get }
  var part: Int { get set }

  /// Whether keys are about this view.
  var isActive: Bool { get set }

  /// Shows only the part that keys are about, or all of them.
  func zoom()

  /// Goes back within the scene.
  ///
  /// - Returns: false if there is nothing to go back from, so that the scene itself is left.
  func goBack() -> Bool

  /// The question before the scene is left; nil if nothing would be lost.
  func leaving() -> String?

  /// The question before a menu calls an intent; nil if nothing would be lost.
  func question(before call: Call) -> String?

  /// What the user has typed and has not saved; empty if there is nothing.
  var unsaved: String { get }

  /// The calls that bring back what is not saved, in a new session that shows the same scene.
  var resumption: [Call] { get }

  /// The scene is shown again in a new session, before the calls of ``resumption``.
  func resume(_ scene: ShownScene)

  /// The text with which a field for a parameter of an intent begins: what is selected; nil for none.
  func suggestion(for parameter: ParameterName, of intent: Path) -> String?

  /// Why a command has no effect now, such as "no argument is selected"; nil if it may have one.
  func obstacle(to command: Command) -> String?

  /// Whether one of its commands does what an intent does.
  func has(commandFor intent: SceneIntent) -> Bool

  /// - Returns: whether a key is not for the text that is being edited.
  func takes(_ key: Key) -> Bool

  /// The text that is being edited has changed.
  func typed(in field: TextField)

  /// The text that is being edited is to be saved.
  func submit(_ field: TextField) -> Submission

  /// The daemon has refused what was typed.
  ///
  /// - Returns: the field that it is about, with its sentence; nil if the scene shows the reason.
  func refused(_ field: TextField, _ error: RequestError) -> TextField?

  /// What an answer says to the user, an object; nil if the scene shows its effect.
  func told(_ answer: JSONText) -> JSONText?

  /// A call for this scene has succeeded.
  func answered(_ call: Call, _ answer: JSONText)

  /// The text could not be saved because somebody else has changed what it replaces. Saving it again
  /// replaces that.
  ///
  /// - Returns: false if nothing would be different.
  func resolve(_ field: TextField) -> Bool

  /// What follows when a call was refused because somebody else has changed what it replaces.
  func conflicted(_ call: Call) -> Deed?

  /// Selects what is at a position.
  func click(row: Int, column: Int)
  func scroll(row: Int, column: Int, by rows: Int)

  /// What was clicked last was dragged to a position.
  ///
  /// - Returns: nil if that has no effect outside.
  func drop(row: Int, column: Int) -> Deed?
}

/// Why a scene is shown.
enum Occasion {
  /// Another scene was shown before.
  case entered
  /// Something has changed while an intent of the user is being carried out.
  case waiting
  /// Something has changed.
  case changed
}

extension SceneView {
  /// The bindings with the user's keys.
  var keys: [KeyBinding] { ScreenSettings.current.keys(bindings) }

  /// The user's first key of a command; nil if it has none.
  func key(of command: Command) -> Key? { keys.first { $0.command == command }?.keys.first }

  /// Those of the keys that have a hint.
  var hints: [Command] { bindings.filter { $0.hint != nil }.map(\.command) }
  var parts: Int { 1 }
  var part: Int {
    get { 0 }
    set {}
  }
  var isActive: Bool {
    get { true }
    set {}
  }
  func zoom() {}
  var news: News? { nil }
  var unsaved: String { field?.unsaved ?? "" }
  var resumption: [Call] { [] }
  func resume(_ scene: ShownScene) {}
  func suggestion(for parameter: ParameterName, of intent: Path) -> String? { nil }
  func conflicted(_ call: Call) -> Deed? { nil }
  func goBack() -> Bool { false }
  func leaving() -> String? { nil }
  func question(before call: Call) -> String? { nil }
  func obstacle(to command: Command) -> String? { nil }
  func typed(in field: TextField) {}
  func has(commandFor intent: SceneIntent) -> Bool { false }
  func takes(_ key: Key) -> Bool { false }
  func submit(_ field: TextField) -> Submission { .done }
  func told(_ answer: JSONText) -> JSONText? { nil }

  func refused(_ field: TextField, _ error: RequestError) -> TextField? {
    field.refusal = error.message
    return field
  }

  func answered(_ call: Call, _ answer: JSONText) {}
  func resolve(_ field: TextField) -> Bool { false }
  func click(row: Int, column: Int) {}
  func scroll(row: Int, column: Int, by rows: Int) {}
  func drop(row: Int, column: Int) -> Deed? { nil }
}
