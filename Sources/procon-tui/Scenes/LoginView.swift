internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// The form with which a user logs in: the name, then the password, which is not shown.
@LoopActor
final class LoginView: SceneView {
  let bindings = KeyTable.login
  var field: TextField?

  private var heading = SceneHeading()
  private var form = LogInForm()

  private static let setName = "session.login.setName"

  /// Who logs in again types it again.
  var unsaved: String { "" }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    heading = SceneHeading(scene)
    var boxes = BoxReader { scene[$0] }
    form = boxes.read("session.login.form") ?? LogInForm()
    heading.alerts += boxes.faults
  }

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    let row = heading.draw(on: &canvas, rows: rows) + 1
    draw(.name, form.name, on: &canvas, row: row)
    draw(.password, "", on: &canvas, row: row + 1)
    let words = form.isLoggingIn ? "logging in …" : form.message ?? ""
    for (index, line) in words.wrapped(to: canvas.columns).enumerated() {
      canvas.put(line, row: row + 3 + index, form.isLoggingIn ? .dim : .con)
    }
  }

  private func draw(_ member: ParameterName, _ text: String, on canvas: inout Canvas, row: Int) {
    if let field, field.subject == .member(member) {
      return field.draw(on: &canvas, row: row, width: canvas.columns)
    }
    let end = canvas.put(label(member), row: row, .bold)
    canvas.put(text, row: row, column: end, form.emailFieldBorderColor == .red ? .con : .plain)
  }

  private func label(_ member: ParameterName) -> String {
    member == .name ? "Name:     " : "Password: "
  }

  func perform(_ command: Command) -> Deed? {
    if command == .edit {
      field = TextField(
        .member(.name), label: label(.name), text: form.name)
    }
    return nil
  }

  func submit(_ field: TextField) -> Submission {
    if field.subject == .member(.name) {
      return .call(Call(Self.setName, [.name: JSONText(field.text)]))
    }
    return .call(
      Call("session.login", [.name: JSONText(form.name), .password: JSONText(field.text)]))
  }

  /// The password follows the name.
  func answered(_ call: Call, _ answer: JSONText) {
    guard call.intent == Self.setName else { return }
    field = TextField(
      .member(.password), label: label(.password), isSecret: true)
  }

  /// The form says why it was refused.
  func refused(_ field: TextField, _ error: RequestError) -> TextField? {
    form.message == nil || field.subject == .member(.name) ? field : nil
  }
}
