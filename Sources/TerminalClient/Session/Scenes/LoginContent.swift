internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal

/// The form with which a user logs in.
struct LoginContent: SceneContent {
  let alerts: [String]
  private let title: String
  private let fields: FieldList
  private let message: String?

  private static let path = "session.login.form"

  /// nil without the form.
  init?(_ scene: ShownScene, _ entry: SessionRoute.Entry) {
    guard scene[Self.path] != nil else { return nil }
    var boxes = BoxReader { scene[$0] }
    let form = boxes.read(Self.path) ?? LogInForm()
    title = entry.title
    alerts = scene.alerts + boxes.faults
    message = form.message
    let state =
      form.isLoggingIn ? "in progress …" : form.isLoginButtonEnabled ? "ready" : "not ready"
    fields = FieldList([
      FieldList.Field("Name", form.name, form.emailFieldBorderColor == .red ? .red : nil),
      FieldList.Field("Log in", state, .dim),
    ])
  }

  func lines(width: Int, palette: Palette) -> [String] {
    let text = { (text: String, style: Palette.Style?) in
      TextWrap.lines(of: text.printable, width: width).map { palette.styled($0, style) }
    }
    let said = message.map { [""] + text($0, .red) } ?? []
    return PageLayout(width: width, height: nil, palette: palette).lines(
      head: text(title, .bold) + [""],
      sections: [fields.lines(width: width, palette: palette) + said], notice: nil)
  }
}
