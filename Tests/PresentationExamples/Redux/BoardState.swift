import Application
import BoardValues
import Domain

/// All that is known about a board, in one value (Redux). It changes only by ``reduce(_:)``.
struct BoardState: Equatable {
  private(set) var overview: TopicOverview
  private(set) var pros = SideState(.pro)
  private(set) var cons = SideState(.con)
  /// Why the user's last change was not made; nil if it was, or is in progress.
  private(set) var refusal: String?
  private(set) var isRemoved = false

  var summary: Summary { Summary(overview) }

  /// Nothing of the sides has been read yet.
  init(_ overview: TopicOverview) {
    self.overview = overview
  }

  private(set) subscript(side: Side) -> SideState {
    get { side == .pro ? pros : cons }
    set { if side == .pro { pros = newValue } else { cons = newValue } }
  }
}

extension BoardState {
  /// Applies an action. The new state and the effect depend on nothing but the old state and the
  /// action.
  ///
  /// - Returns: what is still to be done; nil for nothing.
  mutating func reduce(_ action: BoardAction) -> BoardEffect? {
    switch action {
    case .fetch(let side):
      return .read(side, call: self[side].startFetch())
    case .edit(let side, let edit, let author):
      refusal = nil
      return .edit(side, edit, author: author, call: self[side].startChange())

    case .didRead(let side, let call, let failure):
      if let failure { self[side].failFetch(call, failure) } else { self[side].succeed(call) }
      self[side].endFetch()
    case .didEdit(let side, let call, nil):
      self[side].succeed(call)
    case .didEdit(let side, let call, let error?):
      self[side].failChange(call, error)
      if error.alert == nil { refusal = error.message }
    case .didRefresh(let failure):
      if case .noTopic = failure { isRemoved = true }

    case .came(let changes, let isRead):
      for change in changes { show(change, isRead: isRead) }
    case .outdated:
      return .refresh
    }
    return nil
  }

  private mutating func show(_ change: StoreChange, isRead: Bool) {
    switch change {
    case .board(let board) where board.id == overview.id:
      overview = board.overview
      for side in Side.allCases { self[side].receive(board, isRead: isRead) }
    case .overview(let new) where new.id == overview.id: overview = new
    case .removal(overview.id): isRemoved = true
    case .board, .overview, .removal, .posts, .unknown: break
    }
  }
}
