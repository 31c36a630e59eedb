internal import Domain

/// A change to report to live queries.
enum SQLiteChange: Sendable {
  case nothing
  /// - Parameter areWhole: whether no row of theirs is left out.
  case boards([Board], areWhole: Bool)
  case overview(TopicOverview)
  /// - Parameter isRemoval: whether a post was put into the trash.
  case posts(Topic.ID, [PostOverview], isRemoval: Bool)
  case removal(Topic.ID)
}
