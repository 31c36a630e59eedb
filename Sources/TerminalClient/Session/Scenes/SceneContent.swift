internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal

/// What a scene shows above the menu.
protocol SceneContent {
  /// Failures, without the word "Alert".
  var alerts: [String] { get }
  /// Rows that a user can choose by their numbers, from `#1`.
  var rows: [SceneRow] { get }
  /// Words for intents that the daemon has chosen, by path, such as `Save`.
  var captions: [String: String] { get }

  /// The lines from top to bottom, without line ends and alerts; none is wider than `width`.
  ///
  /// - Parameter width: columns, at least 1.
  func lines(width: Int, palette: Palette) -> [String]
}

extension SceneContent {
  var rows: [SceneRow] { [] }
  var captions: [String: String] { [:] }
}

/// A row that a user can choose.
struct SceneRow: Equatable {
  /// The intent that shows more of it.
  let intent: String
  /// That intent's parameters.
  let parameters: Parameters
}

extension KnownScene {
  /// Returns its content; nil if the scene lacks what the view needs.
  func content(of scene: ShownScene, _ entry: SessionRoute.Entry) -> (any SceneContent)? {
    switch self {
    case .topics: TopicsSceneContent(scene)
    case .board: BoardSceneContent(scene, entry)
    case .posts: PostsSceneContent(scene, entry)
    case .post: PostSceneContent(scene, entry)
    case .draft: DraftContent(scene, entry)
    case .login: LoginContent(scene, entry)
    }
  }
}

extension ShownScene {
  /// What is shown: by the view for this kind of scene, else by its description alone.
  var content: any SceneContent {
    guard let entry else { return DescribedContent(title: "There is nothing to show.", self) }
    return KnownScene(rawValue: entry.scene)?.content(of: self, entry)
      ?? DescribedContent(title: entry.title, self)
  }
}

/// The list of topics.
struct TopicsSceneContent: SceneContent {
  let alerts: [String]
  private let list: TopicList

  init(_ scene: ShownScene) {
    var list = TopicList(summaries: scene.boxes)
    list.isNumbered = true
    self.list = list
    alerts = scene.alerts
  }

  var rows: [SceneRow] {
    list.rows.map {
      SceneRow(intent: "session.toBoard", parameters: Parameters([.at: JSONText($0.name.path)]))
    }
  }

  func lines(width: Int, palette: Palette) -> [String] {
    list.lines(width: width, height: nil, palette: palette)
  }
}

/// The pros and cons of a topic.
struct BoardSceneContent: SceneContent {
  /// The board shows its alerts itself.
  let alerts: [String] = []
  private let board: BoardPage

  /// nil without a place.
  init?(_ scene: ShownScene, _ entry: SessionRoute.Entry) {
    guard let place = entry.place else { return nil }
    board = BoardPage(at: place, name: entry.title, showsIDs: true, alerts: scene.alerts) {
      scene[$0]
    }
  }

  func lines(width: Int, palette: Palette) -> [String] {
    board.lines(width: width, height: nil, palette: palette)
  }
}

/// The posts of a topic.
struct PostsSceneContent: SceneContent {
  let alerts: [String]
  private let title: String
  private let place: String
  private let posts: [PostItem]

  /// nil without a place.
  init?(_ scene: ShownScene, _ entry: SessionRoute.Entry) {
    guard let place = entry.place else { return nil }
    title = entry.title
    self.place = place
    var boxes = BoxReader { scene[$0] }
    posts = boxes.read("\(place).posts.items") ?? []
    alerts = scene.alerts + boxes.faults
  }

  var rows: [SceneRow] {
    posts.map { post in
      SceneRow(
        intent: "session.toPost",
        parameters: Parameters([.at: JSONText(place), .id: JSONText(post.id)]))
    }
  }

  func lines(width: Int, palette: Palette) -> [String] {
    let head = TextWrap.lines(of: title.visibleName, width: width).map { palette.styled($0, .bold) }
    let list = BoardPosts(posts: posts, isNumbered: true).lines(width: width)
    return PageLayout(width: width, height: nil, palette: palette).lines(
      head: head + [""], sections: [list.map { palette.styled($0.text, $0.style) }], notice: nil)
  }
}

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
