public import Boxes
internal import Domain

/// The post that a session's route shows, and the changes that are made to it.
///
/// While it is not being edited, it follows the store. Without a post everything is empty, and all
/// intents throw `.noPost`.
public final class PostViewModel {
  /// The title; while the post is being edited, the one that was typed.
  public var title: Output<String> { Output(text.title) }
  /// The content; while the post is being edited, the one that was typed.
  public var content: Output<String> { Output(text.content) }
  public var isEditing: Output<Bool> { Output(isEditingBox) }
  /// The words for ``edit()``.
  public var editButtonTitle: Output<EditButtonTitle> { Output(buttonTitle) }
  /// Whether the post is being edited, neither its title nor its content is blank, and nothing is
  /// being saved.
  public var canSave: Output<Bool> { Output(canSaveBox) }
  /// False with a message if the post could not be saved or deleted, also because of a broken rule.
  public var isErrorFree: Output<Content> { alert.content }

  /// What ``edit()`` does next.
  public enum EditButtonTitle: String, CaseIterable, Sendable, Encodable {
    case edit = "Edit"
    case save = "Save"
  }

  private weak var router: Router?
  private let caller: any SessionCaller
  private let text = EditedText()
  private let isEditingBox = Box(false)
  private let buttonTitle = Box(EditButtonTitle.edit)
  private let canSaveBox = Box(false)
  private let alert = WritingAlert()
  private var followsRoute: Binding?
  private var followsPost: Binding?
  private var post: OpenPost?
  /// nil while the post is not being edited.
  private var edit: Edit?
  /// The number of the newest change of the post.
  private var changes = 0
  /// The change that is being made; nil if there is none, or if it concerns nothing that is shown.
  private var current: Int?

  /// Editing, from its start to its end.
  private final class Edit {
    /// The words of the post, and their date, when editing began or when it was last saved.
    var original: (words: PostWords, updated: Timestamp)
    /// The date of the version that the next save replaces.
    var seen: Timestamp

    init(_ original: (words: PostWords, updated: Timestamp), seen: Timestamp) {
      (self.original, self.seen) = (original, seen)
    }

    /// Whether a save would change anything.
    func isChanged(_ words: PostWords) -> Bool {
      words != original.words || seen != original.updated
    }
  }

  public init(_ router: Router, for caller: any SessionCaller) {
    self.router = router
    self.caller = caller
    followsRoute = router.route.bind { [unowned self] _ in followRoute() }
  }

  // MARK: Intents

  /// Starts to edit the post, or saves it and ends editing. If the words are changed while they are
  /// being saved, editing continues. If editing is cancelled in that time, the post is saved all the
  /// same.
  ///
  /// Throws `WritingError`: `.noPost`, `.busy`, `.notAllowed`, `.conflict` or `.post`. The last three
  /// keep the words, and are also in `isErrorFree`. After a conflict, the next save replaces the
  /// version of the others.
  public func edit() async throws(WritingError) {
    let post = try idlePost()
    guard let edit else { return try beginEditing(post) }
    guard edit.isChanged(text.words) else { return endEditing() }
    try await change(post, as: "edit") { (author: String) async throws(WritingError) in
      let words = text.words
      let saved = try await post.mount.edit(
        post.followed.id, of: post.path.topic, to: words, ifUpdated: edit.seen, author: author)
      guard self.edit === edit else { return }
      (edit.original, edit.seen) = (saved.original, saved.updated)
      if text.words == words { endEditing() }
    }
  }

  /// Replaces the title. Throws `.noPost`, `.notEditing`, or `.tooLong`; the other rules are applied
  /// when the post is saved.
  public func setTitle(_ title: String) throws(WritingError) {
    try set(.title, to: title)
  }

  /// Replaces the content. Throws `.noPost`, `.notEditing`, or `.tooLong`.
  public func setContent(_ content: String) throws(WritingError) {
    try set(.content, to: content)
  }

  /// Ends editing, and shows the post as it is stored. Throws `.noPost` or `.notEditing`.
  public func cancel() throws(WritingError) {
    try checkIsEditing()
    current = nil
    alert.clear()
    endEditing()
  }

  /// Removes the post, which then leaves the routes of all sessions. Throws `WritingError`:
  /// `.noPost`, `.busy`, `.notAllowed` or `.post`. The last two are also in `isErrorFree`.
  public func delete() async throws(WritingError) {
    let post = try idlePost()
    try await change(post, as: "remove") { (author: String) async throws(WritingError) in
      try await post.mount.remove(post.followed.id, of: post.path.topic, author: author)
    }
  }

  // MARK: Other processes

  /// The changes as another process needs them; nil unless the post is being edited.
  var state: SessionState.Edit? {
    edit.map { edit in
      let (title, content) = edit.original.words
      return SessionState.Edit(
        text: text.state, original: SessionState.Text(title: title, content: content),
        updated: edit.original.updated, seen: edit.seen)
    }
  }

  /// Goes on with the changes of another process, if the route shows a post.
  func restore(_ state: SessionState.Edit) {
    guard post != nil else { return }
    text.restore(state.text)
    let words = (state.original.title, state.original.content)
    begin(Edit((words, state.updated), seen: state.seen))
  }

  // MARK: Steps

  private func idlePost() throws(WritingError) -> OpenPost {
    guard let post else { throw .noPost }
    guard current == nil else { throw .busy }
    return post
  }

  private func checkIsEditing() throws(WritingError) {
    guard post != nil else { throw .noPost }
    guard edit != nil else { throw .notEditing }
  }

  private func set(_ part: WritingError.PostPart, to text: String) throws(WritingError) {
    try checkIsEditing()
    try self.text.set(part, to: text)
    alert.wordsChanged()
    updateCanSave()
  }

  /// Changes the post in the store, with the rights and under the name of the caller.
  ///
  /// - Parameter name: the name of the topic's intent that does the same.
  private func change(
    _ post: OpenPost, as name: String,
    _ work: (_ author: String) async throws(WritingError) -> Void
  ) async throws(WritingError) {
    let intent = post.path.segments("posts", name[...])
    changes += 1
    let number = changes
    current = number
    updateCanSave()
    defer { end(number) }
    do throws(WritingError) {
      try caller.checkMayCall(intent)
      let author = await caller.author()
      // Nothing has been changed yet.
      guard current == number else {
        throw self.post?.followed === post.followed ? .notEditing : .noPost
      }
      try caller.checkMayCall(intent)
      try await work(author)
      if current == number { alert.clear() }
    } catch {
      if current == number { show(error) }
      throw error
    }
  }

  private func end(_ number: Int) {
    guard current == number else { return }
    current = nil
    updateCanSave()
  }

  private func show(_ error: WritingError) {
    if case .conflict(_, let updated) = error { edit?.seen = updated }
    alert.show(error)
  }

  private func beginEditing(_ post: OpenPost) throws(WritingError) {
    do throws(WritingError) {
      try caller.checkMayCall(post.path.segments("posts", "edit"))
    } catch {
      show(error)
      throw error
    }
    alert.clear()
    guard let original = post.followed.post.value else { throw .noPost }
    begin(Edit(original.original, seen: original.updated))
  }

  private func begin(_ edit: Edit) {
    self.edit = edit
    router?.isPostEdited = true
    isEditingBox.show(true)
    buttonTitle.show(.save)
    updateCanSave()
  }

  /// Ends editing, if it has not ended.
  private func endEditing() {
    edit = nil
    router?.isPostEdited = false
    isEditingBox.show(false)
    buttonTitle.show(.edit)
    showStored()
  }

  private func updateCanSave() {
    canSaveBox.show(edit != nil && text.isComplete && current == nil)
  }

  // MARK: Following

  private func followRoute() {
    guard let router else { return }
    let shown = router.shownPost
    guard shown?.followed !== post?.followed else { return }
    post = shown
    current = nil
    alert.clear()
    endEditing()
    followsPost = shown?.followed.post.bind { [unowned self] _ in showStored() }
  }

  private func showStored() {
    guard edit == nil else { return }
    text.show(post?.followed.post.value)
    updateCanSave()
  }
}

extension Post {
  fileprivate var original: (words: PostWords, updated: Timestamp) { ((title, content), updated) }
}
