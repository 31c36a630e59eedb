package import Domain

extension FileGateway {
  package var keepsTrash: Bool { true }

  package func trash() async throws(TrashError) -> [TrashEntry] {
    try await read { store throws(TrashError) in
      do throws(StoreError) { return try store.trash() } catch { throw .store(error) }
    }.value
  }

  package func restore(
    _ id: TrashEntry.ID, by author: String, at date: Timestamp
  ) async throws(TrashError) -> Stored<Topic.ID> {
    let (entry, post) = try await read { store throws(TrashError) in try store.trashEntry(id) }
      .value
    guard let post else {
      return try await change { store throws(TrashError) in try store.restoreTopic(id) }
        .map(\.id)
    }
    let topic = entry.item.topic
    let restored = try await change(
      topic, missing: TrashError.post(.noTopic(id: topic))
    ) { contents throws(TrashError) in
      var discussion = contents.discussion(about: post.id)
      try discussion.restore(post, by: author, at: date)
      contents.put(discussion.post, insteadOf: nil)
      return (topic, true, nil)
    }
    try await erase([id])
    return restored
  }

  package func erase(_ ids: Set<TrashEntry.ID>) async throws(TrashError) {
    _ = try await read { store throws(TrashError) in
      do throws(StoreError) { try store.erase(ids) } catch { throw .store(error) }
    }
  }
}
