internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal

/// A post that is being written.
struct DraftContent: SceneContent {
  let alerts: [String]
  private let title: String
  private let fields: FieldList

  /// nil without a title and a content.
  init?(_ scene: ShownScene, _ entry: SessionRoute.Entry) {
    let value = { (name: WritingBox) in scene["session.draft.\(name)"] }
    guard let title = value(.title)?.string, let content = value(.content)?.string else {
      return nil
    }
    self.title = entry.title
    alerts = scene.alerts
    let isSaving = value(.isFetching)?.boolean == true
    let state =
      isSaving ? "in progress …" : value(.canSave)?.boolean == true ? "ready" : "not ready"
    fields = FieldList([
      FieldList.Field("Title", title), FieldList.Field("Content", content),
      FieldList.Field("Save", state, .dim),
    ])
  }

  func lines(width: Int, palette: Palette) -> [String] {
    let head = TextWrap.lines(of: title.printable, width: width).map { palette.styled($0, .bold) }
    return PageLayout(width: width, height: nil, palette: palette).lines(
      head: head + [""], sections: [fields.lines(width: width, palette: palette)], notice: nil)
  }
}
