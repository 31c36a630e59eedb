internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// What is decided, or what somebody is for, on the command line: a word such as `yes`, or an option.
struct ChoiceArgument: ExpressibleByArgument, Equatable, Sendable {
  let text: String

  init(argument: String) {
    text = argument
  }

  /// Returns it as intents take it, and as people call it. The daemon is asked for the options, unless
  /// there is no need to.
  ///
  /// - Parameter answers: the words that the command takes on a topic without options.
  /// - Throws: also `.usage` if the topic has no options, and this is not one of the answers.
  @LoopActor
  func choice(
    _ answers: [String], on topic: TopicName, in context: CommandContext,
    over connection: Connection, command: String
  ) async throws(Failure) -> (name: ChoiceName, words: String) {
    let abstention = ChoiceName.abstain.rawValue
    if text == abstention, answers.contains(abstention) { return (.abstain, text) }
    let options = try await context.options(of: topic, over: connection)
    let isAnswer = [ChoiceName.yes, .no].contains(ChoiceName(rawValue: text))
    // The daemon refuses it where there are options.
    if isAnswer, options.named(text, by: \.title) == nil {
      return (ChoiceName(rawValue: text), text)
    }
    guard !options.isEmpty else {
      throw .usage(
        "'\(text.excerpt)' is unknown: \(topic) has no options, only the answers"
          + " \(answers.joined(separator: ", "))",
        command: command)
    }
    let item = try OptionName(argument: text).item(among: options, of: topic)
    return (ChoiceName(rawValue: item.id), item.title.visibleName)
  }
}
