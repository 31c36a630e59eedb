public import Boxes
public import Domain

/// A post that is being written: the sheet of a session's route.
///
/// Without a draft everything is empty, and all intents throw `.noDraft`.
public final class DraftViewModel {
  public var title: Output<String> { Output(text.title) }
  public var content: Output<String> { Output(text.content) }
  /// Whether neither the title nor the content is blank, and nothing is being saved.
  public var canSave: Output<Bool> { Output(canSaveBox) }
  /// Whether the draft is being saved.
  public var isFetching: Output<Bool> { Output(isSaving) }
  /// False with a message if the draft could not be saved, also because of a broken rule. New
  /// words clear it, except after a conflict.
  public var isErrorFree: Output<Content> { alert.content }

  private weak var router: Router?
  private let caller: any SessionCaller
  private let text = EditedText()
  private let canSaveBox = Box(false)
  private let isSaving = Box(false)
  private let alert = WritingAlert()
  private var followsRoute: Binding?
  private var draft: OpenDraft?
  /// The post as which the draft was saved while it was being changed, and its date as far as the
  /// caller knows.
  private var saved: (id: Post.ID, updated: Timestamp)?

  public init(_ router: Router, for caller: any SessionCaller) {
    self.router = router
    self.caller = caller
    followsRoute = router.route.bind { [unowned self] _ in followRoute() }
  }

  /// Replaces the title. Throws `.noDraft`, or `.tooLong`; the other rules are applied when the draft
  /// is saved.
  public func setTitle(_ title: String) throws(WritingError) {
    try set(.title, to: title)
  }

  /// Replaces the content. Throws `.noDraft`, or `.tooLong`.
  public func setContent(_ content: String) throws(WritingError) {
    try set(.content, to: content)
  }

  /// Writes the post, shows it to everyone and closes the draft. Returns the post's identifier. A
  /// draft that is changed while it is being saved stays open, and the next call edits the post that
  /// was written. If the draft is closed in that time, the post is written all the same.
  ///
  /// Throws `WritingError`: `.noDraft`, `.busy`, `.notAllowed`, `.conflict` or `.post`. The last
  /// three keep the draft, and are also in `isErrorFree`.
  @discardableResult
  public func save() async throws(WritingError) -> Post.ID {
    guard let draft else { throw .noDraft }
    guard !isSaving.value else { throw .busy }
    isSaving.value = true
    updateCanSave()
    do throws(WritingError) {
      return try await save(draft)
    } catch {
      if self.draft === draft { show(error) }
      throw error
    }
  }

  /// Closes the draft, which is lost. Throws `.noDraft`.
  public func cancel() throws(WritingError) {
    guard let draft else { throw .noDraft }
    router?.close(draft)
  }

  /// The draft as another process needs it; nil if there is none.
  var state: SessionState.Draft? {
    draft.map { draft in
      SessionState.Draft(
        at: draft.path.text, text: text.state,
        saved: saved.map { SessionState.Saved(id: $0.id, updated: $0.updated) })
    }
  }

  /// Goes on with a draft of another process, if the route has it.
  func restore(_ state: SessionState.Draft) {
    guard let draft, draft.path.text == state.at else { return }
    text.restore(state.text)
    saved = state.saved.map { ($0.id, $0.updated) }
    updateCanSave()
  }

  private func save(_ draft: OpenDraft) async throws(WritingError) -> Post.ID {
    let (mount, path, saved) = (draft.mount, draft.path, saved)
    let intent = path.segments("posts", saved == nil ? "write" : "edit")
    try caller.checkMayCall(intent)
    let author = await caller.author()
    guard self.draft === draft else { throw .noDraft }
    try caller.checkMayCall(intent)
    let words = text.words
    let post =
      if let saved {
        try await mount.edit(
          saved.id, of: path.topic, to: words, ifUpdated: saved.updated, author: author)
      } else {
        try await mount.write(words, in: path.topic, author: author)
      }
    guard self.draft === draft else { return post.id }
    alert.clear()
    if text.words == words {
      router?.close(draft)
    } else {
      self.saved = (post.id, post.updated)
      endSaving()
    }
    return post.id
  }

  private func show(_ error: WritingError) {
    switch error {
    case .conflict(_, let updated): saved?.updated = updated
    case .post(.notFound): saved = nil
    default: break
    }
    alert.show(error)
    endSaving()
  }

  private func endSaving() {
    isSaving.show(false)
    updateCanSave()
  }

  private func set(_ part: WritingError.PostPart, to text: String) throws(WritingError) {
    guard draft != nil else { throw .noDraft }
    try self.text.set(part, to: text)
    alert.wordsChanged()
    updateCanSave()
  }

  private func updateCanSave() {
    canSaveBox.show(draft != nil && text.isComplete && !isSaving.value)
  }

  private func followRoute() {
    guard let router, router.draft !== draft else { return }
    draft = router.draft
    saved = nil
    text.show(nil)
    alert.clear()
    endSaving()
  }
}
