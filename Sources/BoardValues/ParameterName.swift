/// The parameters of intents.
public enum ParameterName: String {
  case after, asked, assignee, at, author, autoClose, because, before, boxes, change, comment,
    content
  case deadline, decidersResolve, due, `for`, format, from, id, ifTitle, ifUpdated, limit, markdown,
    name
  case objectionsBlock, option, outcome, password, pid, position, program, quorum, reason,
    successor, support
  case text, title, to, token, topics, weight
}
