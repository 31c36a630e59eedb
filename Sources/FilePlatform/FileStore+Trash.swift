internal import Domain
internal import Glibc
internal import OperatingSystem
internal import UVLoop

// Documents that were removed, in a directory beside the others.

/// A post that a change has removed.
typealias RemovedPost = (post: Post, removal: Removal)

/// An entry of the trash, and its file.
private struct TrashFile {
  let name: TrashName
  let entry: TrashEntry
}

extension FileStore {
  /// Returns the entries, newest first.
  mutating func trash() throws(StoreError) -> [TrashEntry] {
    let directory = try opened()
    do throws(LoopError) {
      guard let trash = try directory.directory(TrashName.directory, makes: false) else {
        return []
      }
      return try files(in: trash, of: directory).map(\.entry)
    } catch {
      throw failure(error)
    }
  }

  /// Files that cannot be understood are left alone. The daemon may have been killed between copying
  /// a document to the trash and removing it, or while it restored it: such a copy is removed.
  private func files(
    in trash: FileDirectory, of directory: FileDirectory
  ) throws(LoopError) -> [TrashFile] {
    var files: [TrashFile] = []
    for name in try trash.names().compactMap(TrashName.init) {
      guard case .topic(let topic) = name.place,
        let start = try trash.beginning(name.text, bytes: RemovalLine.longest),
        let (line, count) = RemovalLine.first(of: start.bytes[...]),
        name.isPost == (line.post != nil)
      else { continue }
      if !name.isPost, let document = try directory.stamp(FileNames.document(topic)),
        document.size + count == start.stamp.size, document.isAsOld(as: start.stamp)
      {
        trash.remove(name.text)
        continue
      }
      let item: TrashEntry.Item =
        line.post.map { .post($0, of: topic, title: line.title) }
        ?? .topic(topic, title: line.title)
      let removal = Removal(id: name.removal, author: line.author, date: line.date)
      files.append(TrashFile(name: name, entry: TrashEntry(item, removal, bytes: start.stamp.size)))
    }
    return files.sorted { first, second in
      (first.entry.removal.date, first.entry.id) > (second.entry.removal.date, second.entry.id)
    }
  }

  // MARK: Removing

  /// Copies the text of a document that is about to be removed.
  ///
  /// - Returns: removes the copy, if the document cannot be removed.
  func copyToTrash(
    _ text: FileDirectory.Text, of topic: Topic, _ removal: Removal, _ directory: FileDirectory
  ) throws(LoopError) -> () -> Void {
    try copyToTrash(
      text.bytes, RemovalLine(author: removal.author, date: removal.date, title: topic.title),
      TrashName(removal.id, .topic(topic.id), isPost: false), like: text.stamp, directory)
  }

  /// Copies posts that are about to be removed from a document.
  ///
  /// - Returns: removes the copies, if the posts cannot be removed.
  func copyToTrash(
    _ posts: [RemovedPost], of topic: Topic, like stamp: FileStamp, _ directory: FileDirectory
  ) throws(LoopError) -> () -> Void {
    var copies: [() -> Void] = []
    do throws(LoopError) {
      for (post, removal) in posts {
        let line = RemovalLine(
          author: removal.author, date: removal.date, title: post.title, post: post.id)
        copies.append(
          try copyToTrash(
            Document(TopicContent(Board(topic), posts: [post])).bytes, line,
            TrashName(removal.id, .topic(topic.id), isPost: true), like: stamp, directory))
      }
    } catch {
      for remove in copies { remove() }
      throw error
    }
    return { [copies] in for remove in copies { remove() } }
  }

  private func copyToTrash(
    _ bytes: [UInt8], _ line: RemovalLine, _ name: TrashName, like stamp: FileStamp,
    _ directory: FileDirectory
  ) throws(LoopError) -> () -> Void {
    guard let trash = try directory.directory(TrashName.directory, makes: true) else { return {} }
    if try trash.stamp(TrashName.ignored) == nil {
      _ = try trash.make(TrashName.ignored, Array("*\n".utf8), like: nil)
    }
    _ = try trash.make(name.text, line.bytes + bytes, like: stamp)
    trash.setDate(name.text, of: stamp)
    try trash.sync()
    return { trash.remove(name.text) }
  }

  /// Follows the removal of a topic, or of posts: those of a removed topic are part of it, and what
  /// the trash has no room for is erased.
  func settle(_ topic: (id: Topic.ID, removal: Removal)?, _ directory: FileDirectory) {
    guard let trash = try? directory.directory(TrashName.directory, makes: false) else { return }
    if let topic { move(.topic(topic.id), to: .removed(topic.removal.id), in: trash) }
    if let entries = try? files(in: trash, of: directory).map(\.entry) {
      try? erase(TrashLimits.standard.excess(of: entries), in: trash)
    }
    reports.reportRemoval()
  }

  /// Renames the posts of a topic that is elsewhere now.
  private func move(_ old: TrashName.Place, to new: TrashName.Place, in trash: FileDirectory) {
    for name in ((try? trash.names()) ?? []).compactMap(TrashName.init)
    where name.isPost && name.place == old {
      try? trash.rename(name.text, name.at(new).text, .withoutReplacing)
    }
  }

  // MARK: Restoring

  /// Returns the entry, and its post if it is one.
  mutating func trashEntry(_ id: TrashEntry.ID) throws(TrashError) -> (TrashEntry, Post?) {
    do {
      let directory = try opened()
      let (file, trash) = try file(id, directory)
      guard file.name.isPost else { return (file.entry, nil) }
      let (document, stamp) = try document(file, in: trash)
      let content = try contents(of: document, file, file.entry.item.topic, stamp)
      guard let post = content.posts.first else { throw damaged(file, "has no post") }
      return (file.entry, post)
    } catch let error as TrashError {
      throw error
    } catch {
      throw .store(storeError(error))
    }
  }

  /// Puts a topic back.
  mutating func restoreTopic(_ id: TrashEntry.ID) throws(TrashError) -> Attempt<TopicContent> {
    do {
      let directory = try opened()
      let (file, trash) = try file(id, directory)
      try checkExchange(directory)
      let taken = Set(try directory.names().compactMap(FileNames.topic)).union(documents.keys)
      let topic: Topic.ID
      do throws(TopicError) {
        topic = try Topic.restoredID(
          file.entry.item.topic, title: file.entry.item.title, taken: taken)
      } catch {
        throw TrashError.topic(error)
      }
      let (document, old) = try document(file, in: trash)
      let content = try contents(of: document, file, topic, old)
      let bytes = document.bytes
      let prepared: String = FileNames.prepared(topic)
      _ = try directory.make(prepared, bytes, like: old)
      directory.setDate(prepared, of: old)
      do throws(LoopError) {
        try directory.rename(prepared, FileNames.document(topic), .withoutReplacing)
      } catch {
        directory.remove(prepared)
        if error.code == EEXIST { return .wait(.milliseconds(1)) }
        throw error
      }
      try directory.sync()
      trash.remove(file.name.text)
      move(.removed(id), to: .topic(topic), in: trash)
      guard let stamp = try directory.stamp(FileNames.document(topic)) else {
        throw TrashError.notFound(id: id)
      }
      wrote(content, Fingerprint(bytes), stamp)
      try? identifiers.record(content.board)
      return .done(content)
    } catch let error as TrashError {
      throw error
    } catch {
      throw .store(storeError(error))
    }
  }

  private func file(
    _ id: TrashEntry.ID, _ directory: FileDirectory
  ) throws -> (TrashFile, FileDirectory) {
    guard let trash = try directory.directory(TrashName.directory, makes: false),
      let file = try files(in: trash, of: directory).first(where: { $0.entry.id == id })
    else { throw TrashError.notFound(id: id) }
    return (file, trash)
  }

  /// Returns the document in a file of the trash, with the file's stamp.
  private func document(
    _ file: TrashFile, in trash: FileDirectory
  ) throws -> (Document, FileStamp) {
    let limit = FileStoreLimits.document + RemovalLine.longest
    guard let text = try trash.text(file.name.text, limit: limit) else {
      throw TrashError.notFound(id: file.entry.id)
    }
    guard let (_, count) = RemovalLine.first(of: text.bytes[...]) else {
      throw damaged(file, "does not say who removed it")
    }
    do throws(DocumentFault) {
      return (try Document(Array(text.bytes.dropFirst(count))), text.stamp)
    } catch {
      throw damaged(file, "line \(error.line + 1): \(error.reason)")
    }
  }

  private mutating func contents(
    of document: Document, _ file: TrashFile, _ topic: Topic.ID, _ stamp: FileStamp
  ) throws -> TopicContent {
    let facts = FileFacts(modified: stamp.modified, owner: owners.name(of: stamp.owner))
    do throws(DocumentFault) {
      return try DocumentContents(of: topic, in: facts, after: nil).read(document)
    } catch {
      throw damaged(file, "line \(error.line + 1): \(error.reason)")
    }
  }

  private func damaged(_ file: TrashFile, _ reason: String) -> StoreError {
    .damaged(place: "\(path)/\(TrashName.directory)/\(file.name.text): \(reason)")
  }

  // MARK: Erasing

  /// Erases entries, with the posts of the topics among them.
  mutating func erase(_ ids: Set<TrashEntry.ID>) throws(StoreError) {
    let directory = try opened()
    do throws(LoopError) {
      guard let trash = try directory.directory(TrashName.directory, makes: false) else { return }
      try erase(ids, in: trash)
    } catch {
      throw failure(error)
    }
  }

  private func erase(_ ids: Set<TrashEntry.ID>, in trash: FileDirectory) throws(LoopError) {
    guard !ids.isEmpty else { return }
    for name in try trash.names().compactMap(TrashName.init) {
      let isPart = if case .removed(let topic) = name.place { ids.contains(topic) } else { false }
      if isPart || ids.contains(name.removal) { trash.remove(name.text) }
    }
    try trash.sync()
  }
}
