internal import ArgumentParser
internal import BoxWire
internal import TerminalClient

/// The root path of a store, as `--root` takes it: one segment, such as `topics`.
struct RootName: ExpressibleByArgument, CustomStringConvertible, Equatable, Sendable {
  let description: String

  init?(argument: String) {
    guard Path(argument)?.segments.count == 1 else { return nil }
    description = argument
  }

  static let standard = RootName(argument: TopicName.defaultRoot)!
}
