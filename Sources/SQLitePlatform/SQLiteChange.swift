internal import Domain

/// What a step has changed, with what concerns this platform alone.
enum SQLiteChange: Sendable {
  case nothing
  /// - Parameter areWhole: whether no row of theirs is left out.
  case boards([Board], areWhole: Bool)
  case overview(TopicOverview)
  /// - Parameter isRemoval: whether a post was put into the trash.
  case posts(Topic.ID, newest: [PostOverview], [PostChange], isRemoval: Bool)
  case removal(Topic.ID)

  /// What live queries report.
  var reported: [StoreChange] {
    switch self {
    case .nothing: []
    case .boards(let boards, _): boards.map { .board($0) }
    case .overview(let overview): [.overview(overview)]
    case .posts(let topic, let newest, let changes, _):
      [.posts(topic, newest: newest, changes: changes)]
    case .removal(let id): [.removal(id)]
    }
  }

  /// Whether something was put into the trash.
  var fillsTrash: Bool {
    switch self {
    case .nothing, .boards, .overview: false
    case .posts(_, _, _, let isRemoval): isRemoval
    case .removal: true
    }
  }
}
