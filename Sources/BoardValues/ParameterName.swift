/// The parameters of intents.
public enum ParameterName: String {
  case after, asked, at, author, autoClose, because, before, boxes, content, deadline, format, from,
    id, ifTitle, ifUpdated,
    limit
  case markdown, name, outcome, password, pid, position, quorum, reason, text, title, to, token,
    topics,
    weight
}
