/// The parameters of intents.
public enum ParameterName: String {
  case after, asked, at, author, autoClose, because, before, boxes, content, deadline, format, from
  case id, ifTitle, ifUpdated, limit, markdown, name, outcome, password, pid, position, quorum
  case reason, support, text, title, to, token, topics, weight
}
