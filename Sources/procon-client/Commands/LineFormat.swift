/// How `subscribe` shows changes line by line.
enum LineFormat: Sendable {
  case lines
  case json
  case value
}
