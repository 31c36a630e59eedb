/// The parameters of intents.
public enum ParameterName: String {
  case after, at, author, because, before, boxes, content, format, from, id, ifTitle, ifUpdated,
    limit
  case markdown, name, outcome, password, pid, position, reason, text, title, to, token, topics,
    weight
}
