internal import BoxClient
internal import BoxWire
internal import Terminal

/// The form with which a user logs in.
struct LoginContent: SceneContent {
  let alerts: [String]
  private let title: String
  private let fields: FieldList
  private let message: String?

  /// nil without the form.
  init?(_ scene: ShownScene, _ entry: Route.Entry) {
    guard let form = scene["session.login.form"], form.members != nil else { return nil }
    title = entry.title
    alerts = scene.alerts
    message = form["message"]?.string
    let isRed = form["emailFieldBorderColor"]?.string == "red"
    let isReady = form["isLoginButtonEnabled"]?.boolean == true
    let isLoggingIn = form["isLoggingIn"]?.boolean == true
    fields = FieldList([
      FieldList.Field("Name", form["name"]?.string ?? "", isRed ? .red : nil),
      FieldList.Field(
        "Log in", isLoggingIn ? "in progress …" : isReady ? "ready" : "not ready", .dim),
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
