internal import ArgumentParser
internal import BoxWire

/// The root path of a store, as `--root` takes it: one segment, such as `topics`.
package struct RootName: ExpressibleByArgument, CustomStringConvertible, Equatable, Sendable {
  package let description: String

  package init?(argument: String) {
    guard Path(argument)?.segments.count == 1 else { return nil }
    description = argument
  }

  /// The name of one of its topics, as `--topic` takes it.
  package func name(ofTopic id: String) -> String { self == .standard ? id : "\(self).\(id)" }

  package static let standard = RootName(argument: TopicName.defaultRoot)!
}
