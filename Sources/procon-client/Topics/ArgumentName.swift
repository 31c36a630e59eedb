internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// An argument on the command line: its id, a whole number, or its text, ignoring case.
struct ArgumentName: ExpressibleByArgument, Equatable, Sendable {
  let text: String

  init(argument: String) {
    text = argument
  }

  static let help = "The argument: its id, a whole number, or its text, ignoring case."

  /// Returns its id, for which the daemon may have to be asked.
  @LoopActor
  func id(
    in column: ColumnName, _ context: CommandContext, over connection: Connection
  ) async throws(Failure) -> String {
    if text.isCountedID { return text }
    let items = try await context.items(
      of: ArgumentItem.self, at: column.path("items"), about: column.topic, over: connection)
    guard let id = items.named(text, by: \.text)?.id else {
      throw .noArgument(column, text: text, near: items.map(\.text).nearest(to: text))
    }
    return id
  }
}

/// An option of a topic on the command line: its id, a whole number, or its title, ignoring case.
struct OptionName: ExpressibleByArgument, Equatable, Sendable {
  let text: String

  init(argument: String) {
    text = argument
  }

  /// Returns it, for which the daemon is asked.
  @LoopActor
  func item(
    of topic: TopicName, in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> OptionItem {
    try item(among: try await context.options(of: topic, over: connection), of: topic)
  }

  /// - Parameter items: the options of the topic.
  func item(among items: [OptionItem], of topic: TopicName) throws(Failure) -> OptionItem {
    // A title may look like an id.
    guard let item = items.named(text, by: \.title) ?? items.first(where: { $0.id == text }) else {
      throw .noOption(text: text, topic: topic, near: items.map(\.title).nearest(to: text))
    }
    return item
  }
}

extension CommandContext {
  /// Returns the place of arguments.
  ///
  /// - Parameter option: nil for the topic's own board, as is an empty text.
  @LoopActor
  func column(
    _ side: SideName, of topic: TopicName, _ option: OptionName?, over connection: Connection
  ) async throws(Failure) -> ColumnName {
    let option = option?.text.isEmpty == true ? nil : option
    let item = try await option?.item(of: topic, in: self, over: connection)
    return ColumnName(topic, side, of: item?.id)
  }

  /// The options of a topic, in their order.
  @LoopActor
  func options(
    of topic: TopicName, over connection: Connection
  ) async throws(Failure) -> [OptionItem] {
    // Valid segments are a valid path.
    try await items(
      of: OptionItem.self, at: Path("\(topic.path).options.items")!, about: topic, over: connection)
  }

  /// The elements of a box of a topic.
  ///
  /// - Throws: `Failure.noTopic` if there is no such topic, `.unexpected` if they cannot be read.
  @LoopActor
  func items<Item: Decodable>(
    of type: Item.Type, at path: Path, about topic: TopicName, over connection: Connection
  ) async throws(Failure) -> [Item] {
    try await list(of: type, at: path, about: topic, over: connection).items
  }

  /// The elements of a box of a topic, and its value.
  ///
  /// - Throws: see ``items(of:at:about:over:)``.
  @LoopActor
  func list<Item: Decodable>(
    of type: Item.Type, at path: Path, about topic: TopicName, over connection: Connection
  ) async throws(Failure) -> (items: [Item], json: JSONText) {
    guard let value = try await value(of: path, over: connection).value else {
      let topics = try await topics(over: connection)
      guard topics.contains(where: { $0.name == topic }) else {
        throw .noTopic(topic.text, near: topics.nearest(to: topic.text))
      }
      return ([], [])
    }
    do throws(ValueFault) {
      return (try value.decoded(), value)
    } catch {
      throw .unexpected("\(path): \(error)")
    }
  }
}

extension Array {
  /// The element with this name, else the one that has it when case is ignored; nil if none has.
  func named(_ name: String, by property: (Element) -> String) -> Element? {
    first { property($0) == name } ?? first { property($0).lowercased() == name.lowercased() }
  }
}

extension String {
  /// Whether it can be the id of something that is counted.
  var isCountedID: Bool {
    !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
