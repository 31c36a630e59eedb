internal import Domain

/// A change to report to live queries.
enum SQLiteChange: Sendable {
  case nothing
  case boards([Board])
  case overview(TopicOverview)
  case posts(Topic.ID, [PostOverview])
  case removal(Topic.ID)
}
