internal import Domain

/// What was changed, for live queries.
enum SQLiteChange: Sendable {
  case nothing
  case boards([Board])
  case overview(TopicOverview)
  case posts(Topic.ID, [PostOverview])
  case removal(Topic.ID)
}
