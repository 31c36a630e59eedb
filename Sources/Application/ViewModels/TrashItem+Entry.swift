public import BoardValues
public import Domain

extension TrashItem {
  public init(_ entry: TrashEntry) {
    self.init(
      id: entry.id, topic: entry.item.topic, post: entry.item.post, title: entry.item.title,
      author: entry.removal.author, date: entry.removal.date.rfc3339)
  }
}
