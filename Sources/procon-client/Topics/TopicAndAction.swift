internal import ArgumentParser
internal import BoxWire
internal import TerminalClient

/// The words of a command line on which the topic before an action may be left out: `TOPIC ACTION REST`,
/// `ACTION REST`, `TOPIC`, or nothing.
struct TopicAndAction<Action: CaseIterable & RawRepresentable<String>> {
  /// nil if it is left out.
  let topic: TopicArgument?
  /// nil if it is left out.
  let action: Action?
  let rest: String?

  /// An action comes before a topic with the same id.
  ///
  /// - Parameter isChosen: whether an option names the topic.
  /// - Throws: `ValidationError` for an unknown action, and for a topic that is given twice.
  init(
    _ first: TopicArgument?, _ second: String?, _ third: String?, isChosen: Bool
  ) throws(ValidationError) {
    let beginsWithAction = third == nil && first.flatMap { Action(rawValue: $0.text) } != nil
    topic = isChosen || beginsWithAction ? nil : first
    let words = [topic == nil ? first?.text : nil, second, third].compactMap(\.self)
    guard words.count < 3 else {
      throw ValidationError("the topic is given twice, as a word and with --topic")
    }
    rest = words.dropFirst().first
    guard let word = words.first else {
      action = nil
      return
    }
    let names = Action.allCases.map(\.rawValue)
    guard let action = Action(rawValue: word) else {
      throw ValidationError(
        "'\(word.excerpt)' is not \(names.joined(separator: ", "))\(names.nearest(to: word).question)"
      )
    }
    self.action = action
  }
}
