internal import ArgumentParser

/// How `get` and `subscribe` show boxes as lines.
enum LineFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case lines
  case json
  case value
}
