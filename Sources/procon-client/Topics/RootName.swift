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

  /// The name of one of its topics, as `--topic` takes it.
  func name(ofTopic id: String) -> String { self == .standard ? id : "\(self).\(id)" }

  static let standard = RootName(argument: TopicName.defaultRoot)!
}
