/// The parameters of intents.
public enum ParameterName: String {
  case after, at, author, before, boxes, content, format, from, id, ifTitle, ifUpdated, limit
  case markdown, name, password, pid, text, title, to, token, topics, weight
}
