internal import ArgumentParser

/// How `subscribe` shows boxes.
enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
  case board
  case lines
  case json
  case value
}
