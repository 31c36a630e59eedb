internal import Boxes
public import Domain

/// What a session needs in order to be as it was, in another process: the route, what was typed and not
/// saved, and who has logged in. Failures that it shows are left out.
public struct SessionState: Equatable, Sendable {
  /// The scenes above the one where every session starts, the newest last.
  public var stack: [Scene] = []
  /// The post that is being written; nil if there is none.
  public var draft: Draft?
  /// The changes to the post that the route shows; nil unless it is being edited.
  public var edit: Edit?
  /// The name in the form of the login.
  public var name = ""
  /// nil if nobody has logged in.
  public var login: Login?

  public init() {}

  public struct Scene: Equatable, Sendable {
    public let scene: SceneName
    /// The path of a topic; nil if it shows none.
    public let at: String?
    public let id: Post.ID?

    public init(_ scene: SceneName, at: String?, id: Post.ID?) {
      (self.scene, self.at, self.id) = (scene, at, id)
    }
  }

  /// Words, as they were typed.
  public struct Text: Equatable, Sendable {
    public let title: String
    public let content: String

    public init(title: String, content: String) {
      (self.title, self.content) = (title, content)
    }
  }

  public struct Draft: Equatable, Sendable {
    /// The path of the topic.
    public let at: String
    public let text: Text
    /// The post as which it was saved while it was being changed, with the date that the caller knows.
    public let saved: Saved?

    public init(at: String, text: Text, saved: Saved?) {
      (self.at, self.text, self.saved) = (at, text, saved)
    }
  }

  public struct Saved: Equatable, Sendable {
    public let id: Post.ID
    public let updated: Timestamp

    public init(id: Post.ID, updated: Timestamp) {
      (self.id, self.updated) = (id, updated)
    }
  }

  public struct Edit: Equatable, Sendable {
    public let text: Text
    /// The post when editing began, or when it was last saved.
    public let original: Text
    public let updated: Timestamp
    /// The date of the version that the next save replaces.
    public let seen: Timestamp

    public init(text: Text, original: Text, updated: Timestamp, seen: Timestamp) {
      (self.text, self.original, self.updated, self.seen) = (text, original, updated, seen)
    }
  }

  public struct Login: Equatable, Sendable {
    /// The name of the user.
    public let user: String
    /// That of the session.
    public let token: String

    public init(user: String, token: String) {
      (self.user, self.token) = (user, token)
    }
  }
}

extension UserSession {
  /// What another process needs to go on. Nothing may be in progress.
  public var state: SessionState {
    var state = SessionState()
    state.stack = router.route.value.stack.dropFirst().map {
      SessionState.Scene($0.scene, at: $0.at, id: $0.id)
    }
    state.draft = draft.state
    state.edit = post.state
    (state.name, state.login) = logIn.state
    return state
  }

  /// Goes on with the state of another process, as far as everything still exists and may be read. To be
  /// called once, before anything else.
  ///
  /// - Parameter user: returns the user of a login as it is now; nil if the login no longer holds.
  public func restore(_ state: SessionState, user: (SessionState.Login) -> User?) async {
    logIn.restore(name: state.name, state.login.map { ($0.token, user($0)) })
    await router.restore(state.stack, draftAt: state.draft?.at)
    if let draft = state.draft { self.draft.restore(draft) }
    if let edit = state.edit { post.restore(edit) }
  }
}
