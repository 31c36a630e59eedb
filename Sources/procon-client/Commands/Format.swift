internal import ArgumentParser

/// How boxes are shown.
enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
  case board
  case lines
  case json
  case value
}

/// How `get` shows boxes.
enum GetFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case lines
  case json
  case value
}
