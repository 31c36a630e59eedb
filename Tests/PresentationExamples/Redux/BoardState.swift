import Application
import Domain

/// All that is known about a board, in one value (Redux). It changes only by ``reduce(_:)``.
struct BoardState: Equatable {
  private(set) var overview: Stored<TopicOverview>
  private(set) var pros = SideState(.pro)
  private(set) var cons = SideState(.con)
  /// Why the user's last change was not made; nil if it was, or is in progress.
  private(set) var refusal: String?
  private(set) var isRemoved = false

  var summary: Summary { Summary(overview.value) }

  /// Nothing of the sides has been read yet.
  init(_ overview: Stored<TopicOverview>) {
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

    case .didRead(let side, let call, let result):
      switch result {
      case .success(let board): show(board, side, from: call)
      case .failure(let error): self[side].failFetch(call, error)
      }
      self[side].endFetch()
    case .didEdit(let side, let call, .success(let board)):
      show(board, side, from: call)
    case .didEdit(let side, let call, .failure(let error)):
      self[side].failChange(call, error)
      if error.alert == nil { refusal = error.message }
    case .didRefresh(.success(let board)):
      show(board, isRead: true)
    case .didRefresh(.failure(let error)):
      if case .noTopic = error { isRemoved = true }

    case .boardChanged(.topic(overview.value.id, let stored)):
      if let board = stored.value { show(Stored(board, version: stored.version), isRead: true) }
    case .topicChanged(.topic(overview.value.id, let stored)):
      guard stored.version > overview.version else { return nil }
      if let new = stored.value {
        show(Stored(new, version: stored.version))
      } else {
        isRemoved = true
      }
    case .topicChanged(.unknown):
      return .refresh
    case .boardChanged, .topicChanged:
      // Of another topic, or also reported with the topics.
      break
    }
    return nil
  }

  private mutating func show(_ board: Stored<Board>, _ side: Side, from call: Int) {
    show(board, isRead: false)
    self[side].show(board, from: call)
  }

  private mutating func show(_ board: Stored<Board>, isRead: Bool) {
    show(board.map(\.overview))
    for side in Side.allCases { self[side].receive(board, isRead: isRead) }
  }

  private mutating func show(_ new: Stored<TopicOverview>) {
    if new.version > overview.version { overview = new }
  }
}
