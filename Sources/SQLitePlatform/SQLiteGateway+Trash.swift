package import Domain

extension SQLiteGateway {
  package var keepsTrash: Bool { true }

  package func trash() async throws(TrashError) -> [TrashEntry] {
    try await read(TrashError.self) { database in try database.trash() }.value
  }

  package func restore(
    _ id: TrashEntry.ID, by author: String, at date: Timestamp
  ) async throws(TrashError) -> Stored<Topic.ID> {
    try await write(TrashError.self) { database in
      guard let entry = try database.trash().first(where: { $0.id == id }) else {
        throw TrashError.notFound(id: id)
      }
      guard let post = entry.item.post else {
        let topic = try database.restoreTopic(entry)
        guard let stored = try database.board(of: topic) else {
          throw StoreError.damaged(place: "the row of the table topic with id '\(topic)'")
        }
        try database.appendToFeed(
          HistoryRecord(
            .restored(title: stored.board.topic.title), author: author, date: date), of: topic)
        return (topic, .boards([stored.board], areWhole: stored.isWhole))
      }
      guard var discussion = try database.discussion(of: entry.item.topic, about: post) else {
        throw TrashError.post(.noTopic(id: entry.item.topic))
      }
      let old = try database.removedPost(entry)
      try discussion.restore(old, by: author, at: date)
      let newest = try database.store(discussion, insteadOf: nil)
      return (
        entry.item.topic,
        .posts(
          entry.item.topic, newest: newest, discussion.changes(since: nil), isRemoval: false)
      )
    }
  }

  package func erase(_ ids: Set<TrashEntry.ID>) async throws(TrashError) {
    _ = try await write(TrashError.self) { database in (try database.erase(ids), .nothing) }
  }
}
