internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// A post that is read or edited, or a draft of a new one: a title above a content.
@LoopActor
final class WritingView: SceneView {
  let bindings: [KeyBinding]
  var hints: [Command] {
    isEditing ? [.edit, .editContent, .editor, .save, .cancel] : [.edit, .editor, .delete]
  }
  var field: TextField?

  /// `session.post` or `session.draft`.
  let scene: String
  let isDraft: Bool
  let news: News? = News()
  private(set) var heading = SceneHeading()
  private(set) var words = Words()
  private(set) var isEditing = false
  private(set) var canSave = false
  private(set) var isSaving = false
  var page = TextPage()
  /// What others have made of the post; it is scrolled together with the user's own text.
  var pageOfTheirs = TextPage()
  var wrapped = WrappedText()
  var wrappedTheirs = WrappedText()
  /// What others have made of the post while it is being edited; nil if it is unchanged.
  private(set) var theirs: Words?
  /// What others have made of it, if the user was asked whether to replace that; nil otherwise.
  var asked: Words?
  /// What was written in the user's editor and has not reached the daemon; nil if there is nothing.
  var unsent: String?
  /// The post as it is stored, or was when the editing began.
  private var stored = Words()
  /// The list of posts when the post was compared last while it is being edited.
  private var listed: JSONText?
  private var comparison = Comparison<Words>()
  /// The URLs in a content, and that content; nil for the URLs until they are known.
  private(set) var linked: (content: String, urls: [String]?) = ("", nil)
  /// The topic of the post, and its id.
  private(set) var place: String?
  private(set) var id: String?

  /// The two texts of a post.
  struct Words: Equatable {
    var title = ""
    var content = ""

    init(title: String = "", content: String = "") {
      (self.title, self.content) = (title, content)
    }

    init(_ post: PostText) {
      (title, content) = (post.title, post.content)
    }
  }

  /// - Parameter isDraft: whether it is a draft; otherwise it is a post.
  init(isDraft: Bool) {
    self.isDraft = isDraft
    scene = isDraft ? "session.draft" : "session.post"
    bindings = isDraft ? KeyTable.draft : KeyTable.post
  }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    let value = { (name: WritingBox) in scene["\(self.scene).\(name)"] }
    heading = SceneHeading(scene)
    (place, id) = (scene.entry?.place, scene.entry?.id)
    words = words(of: scene)
    isEditing = isDraft || value(.isEditing)?.boolean == true
    canSave = value(.canSave)?.boolean == true
    isSaving = value(.isFetching)?.boolean == true
    if occasion == .entered || unsent == words.content { unsent = nil }
    if !isEditing {
      (stored, theirs, listed, unsent) = (words, nil, nil, nil)
      pageOfTheirs = TextPage()
    }
    findNews(occasion)
    findLinks()
    if occasion != .waiting { compare(scene) }
  }

  /// Asks for the URLs in the content of a post, which are not in the scene.
  private func findLinks() {
    guard !isEditing, words.content != linked.content else { return }
    linked = (words.content, nil)
    guard let place, let id, words.content.contains("://") else { return }
    news?.inquire?(Call("\(place).posts.read", [.id: JSONText(id)])) { [weak self] answer in
      guard let post = try? answer?.decoded(AnswerKey.post, as: PostText.self) else { return }
      self?.linked.urls = post.links
      self?.news?.changed?()
    }
  }

  private func words(of scene: ShownScene) -> Words {
    let text = { (name: WritingBox) in scene["\(self.scene).\(name)"]?.string ?? "" }
    return Words(title: text(.title), content: text(.content))
  }

  /// What is edited is the user's own.
  private func findNews(_ occasion: Occasion) {
    guard occasion != .waiting, let place, let id else { return }
    if occasion == .entered || isEditing { comparison.forget() }
    let difference = comparison.difference(to: [(name: "posts.\(id)", thing: words)])
    news?.add(difference, in: TopicLocation(text: place)) { $0 }
  }

  /// Finds what others make of the post while it is being edited. The list of posts says when.
  private func compare(_ scene: ShownScene) {
    guard isEditing, !isDraft, let place, let id, let posts = scene["\(place).posts.items"],
      posts != listed
    else { return }
    listed = posts
    news?.inquire?(Call("\(place).posts.read", [.id: JSONText(id)])) { [weak self] answer in
      guard let self, isEditing, let answer else { return }
      do throws(ValueFault) {
        let now = Words(try answer.decoded(AnswerKey.post))
        theirs = now == stored || now == words ? nil : now
      } catch {
        heading.alerts.append("\(place).posts.read: \(error)")
      }
      news?.changed?()
    }
  }

  /// Whether there is anything that is not saved.
  var isTyped: Bool { isEditing && (words != stored || unsent != nil) }

  var unsaved: String {
    guard isTyped || field?.unsaved.isEmpty == false else { return "" }
    let typed = { [field] (member: ParameterName) in
      field?.subject == .member(member) ? field?.text : nil
    }
    return PostDraft(
      title: typed(.title) ?? words.title, content: typed(.content) ?? unsent ?? words.content
    ).text
  }

  func leaving() -> String? {
    isTyped ? "Leave without saving what you typed?" : nil
  }

  // MARK: A new session

  var resumption: [Call] {
    guard isEditing else { return [] }
    let begin = isDraft ? [] : [Call("\(scene).edit")]
    guard isTyped else { return begin }
    let contents = [words.content, unsent].compactMap(\.self).map { set(.content, $0) }
    return begin + [set(.title, words.title)] + contents
  }

  func resume(_ scene: ShownScene) {
    let now = words(of: scene)
    if !isDraft, isEditing, now != stored { theirs = now }
  }

  // MARK: Calls

  /// The call that changes the title or the content.
  func set(_ member: ParameterName, _ text: String) -> Call {
    let name = member.rawValue
    return Call(
      "\(scene).set\(name.prefix(1).uppercased())\(name.dropFirst())", [member: JSONText(text)])
  }

  func answered(_ call: Call, _ answer: JSONText) {
    if call.intent == "\(scene).setContent" { unsent = nil }
    if call.intent == "\(scene).edit" { comparison.forget() }
  }

  /// Shows what the others have written, and asks whether to replace it.
  func conflicted(_ call: Call) -> Deed? {
    guard let place, let id else { return nil }
    return .chain(Call("\(place).posts.read", [.id: JSONText(id)])) { [weak self] answer in
      guard let self else { return nil }
      let now: Words
      do throws(ValueFault) {
        now = Words(try answer.decoded(AnswerKey.post))
      } catch {
        return .say("The post cannot be read: \(error).")
      }
      guard now != asked else { return .call(call) }
      (theirs, asked) = (now, now)
      return .ask(Self.replacement, .call(call))
    }
  }

  /// The question before a text of others is replaced.
  static let replacement = "Replace what the others wrote?"
}
