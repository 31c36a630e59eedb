public import BoardValues
public import Domain

extension HistoryItem {
  /// - Parameter namesTopic: whether it is an item of the history of the store.
  public init(_ entry: HistoryEntry, namesTopic: Bool = false) {
    let (record, event) = (entry.record, entry.record.event)
    self.init(
      id: entry.id, topic: namesTopic ? entry.topic : nil, date: record.date.rfc3339,
      author: record.author, action: Action(event),
      text: record.undoes == nil ? event.words : "\(event.words), to undo a change",
      item: event.item, undoes: record.undoes)
  }
}

extension TopicEvent {
  fileprivate var item: String? {
    switch self {
    case .created, .renamed, .removed, .restored: nil
    case .argumentAdded(let argument, _), .argumentRemoved(let argument, _),
      .argumentChanged(_, let argument), .argumentMoved(_, _, let argument, _):
      "\(argument.side.rawValue)s.\(argument.id)"
    case .postWritten(let post), .postEdited(_, let post), .postRemoved(let post):
      "posts.\(post.id)"
    }
  }
}

extension HistoryItem.Action {
  fileprivate init(_ event: TopicEvent) {
    self =
      switch event {
      case .created: .created
      case .renamed: .renamed
      case .argumentAdded: .added
      case .argumentChanged: .changed
      case .argumentMoved: .moved
      case .removed, .argumentRemoved, .postRemoved: .removed
      case .restored: .restored
      case .postWritten: .wrote
      case .postEdited: .edited
      }
  }
}
