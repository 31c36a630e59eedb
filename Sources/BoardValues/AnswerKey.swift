/// The members of what intents answer.
public enum AnswerKey: CodingKey {
  /// The id of what was made, and those of several topics.
  case id, ids
  /// A page of a list.
  case items
  /// A topic as it is exported, in one of three forms.
  case topic, markdown, madr
  /// What an export cannot hold, and what an import has left out or converted.
  case leftOut, notes
  case post
  /// The id in the trash of what was removed.
  case trash
  /// The token that logs in other connections.
  case token
  /// For each box, the number of its changes; apart from those of boxes that no longer exist.
  case counts, removed
  /// The change that was undone, or done again.
  case undone, redone
}
