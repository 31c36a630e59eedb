internal import BoxClient
internal import BoxWire
internal import UVLoop

/// The form with which a user logs in: the name, then the password, which is not shown.
@LoopActor
final class LoginView: SceneView {
  let bindings = KeyTable.login
  var field: TextField?

  private var heading = SceneHeading()
  private var name = ""
  private var message: String?
  private var isRed = false
  private var isLoggingIn = false

  private static let setName = "session.login.setName"
  private static let (nameField, passwordField) = ("name", "password")

  /// Who logs in again types it again.
  var unsaved: String { "" }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    heading = SceneHeading(scene)
    let form = scene["session.login.form"]
    name = form?["name"]?.string ?? ""
    message = form?["message"]?.string
    isRed = form?["emailFieldBorderColor"]?.string == "red"
    isLoggingIn = form?["isLoggingIn"]?.boolean == true
  }

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    let row = heading.draw(on: &canvas, rows: rows) + 1
    draw(Self.nameField, name, on: &canvas, row: row)
    draw(Self.passwordField, "", on: &canvas, row: row + 1)
    let words = isLoggingIn ? "logging in …" : message ?? ""
    for (index, line) in words.wrapped(to: canvas.columns).enumerated() {
      canvas.put(line, row: row + 3 + index, isLoggingIn ? .dim : .con)
    }
  }

  private func draw(_ member: String, _ text: String, on canvas: inout Canvas, row: Int) {
    if let field, field.subject == .member(member) {
      return field.draw(on: &canvas, row: row, width: canvas.columns)
    }
    let end = canvas.put(label(member), row: row, .bold)
    canvas.put(text, row: row, column: end, isRed ? .con : .plain)
  }

  private func label(_ member: String) -> String {
    member == Self.nameField ? "Name:     " : "Password: "
  }

  func perform(_ command: Command) -> Deed? {
    if command == .edit {
      field = TextField(
        .member(Self.nameField), label: label(Self.nameField), text: name)
    }
    return nil
  }

  func submit(_ field: TextField) -> Submission {
    if field.subject == .member(Self.nameField) {
      return .call(Call(Self.setName, ["name": JSONText(field.text)]))
    }
    return .call(
      Call("session.login", ["name": JSONText(name), "password": JSONText(field.text)]))
  }

  /// The password follows the name.
  func answered(_ call: Call, _ answer: JSONText) {
    guard call.intent == Self.setName else { return }
    field = TextField(
      .member(Self.passwordField), label: label(Self.passwordField), isSecret: true)
  }

  /// The form says why it was refused.
  func refused(_ field: TextField, _ error: RequestError) -> TextField? {
    message == nil || field.subject == .member(Self.nameField) ? field : nil
  }
}
