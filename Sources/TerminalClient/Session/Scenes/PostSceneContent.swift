internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal

/// A post, which may be being edited.
struct PostSceneContent: SceneContent {
  let alerts: [String]
  let captions: [String: String]
  private let title: String
  private let content: String
  /// Whether it can be saved; nil if it is not being edited.
  private let state: String?

  private static let path = "session.post"

  /// nil without a content.
  init?(_ scene: ShownScene, _ entry: SessionRoute.Entry) {
    let value = { (name: WritingBox) in scene["\(Self.path).\(name)"] }
    guard let content = value(.content)?.string else { return nil }
    self.content = content
    title = value(.title)?.string ?? entry.title
    state =
      value(.isEditing)?.boolean == true
      ? (value(.canSave)?.boolean == true
        ? "It is being edited, and can be saved." : "It is being edited, and cannot be saved yet.")
      : nil
    alerts = scene.alerts
    captions = value(.editButtonTitle)?.string.map { ["\(Self.path).edit": $0] } ?? [:]
  }

  func lines(width: Int, palette: Palette) -> [String] {
    let text = { (text: String, style: Palette.Style?) in
      TextWrap.lines(of: text.printable, width: width).map { palette.styled($0, style) }
    }
    let head = text(title.visibleName, .bold) + (state.map { text($0, .dim) } ?? []) + [""]
    let paragraphs = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return PageLayout(width: width, height: nil, palette: palette)
      .lines(head: head, sections: [paragraphs.flatMap { text(String($0), nil) }], notice: nil)
  }
}
