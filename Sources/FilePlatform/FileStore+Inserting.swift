internal import Domain
internal import Glibc
internal import OperatingSystem
internal import UVLoop

// Adding documents.

extension FileStore {
  /// Adds documents: all of them, or none.
  ///
  /// - Parameter make: receives the identifiers of all documents.
  mutating func insert<Failure: StoreFailure>(
    _ make: (Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) throws(Failure) -> Attempt<[TopicContent]> {
    do {
      let directory = try opened()
      let taken = Set(try directory.names().compactMap(FileNames.topic)).union(documents.keys)
      var contents = try make(taken)
      for index in contents.indices { _ = contents[index].board.takeRecords() }
      try checkExchange(directory)
      let ids = contents.map(\.id)
      let made = try prepare(contents, directory)
      guard try name(ids, made.map(\.stamp), directory) else { return .wait(.milliseconds(1)) }
      for (content, file) in zip(contents, made) {
        // If that fails, it is reported, and done before the next change.
        try? identifiers.record(content.board)
        wrote(content, file.text, file.stamp)
      }
      return .done(contents)
    } catch let error as Failure {
      throw error
    } catch {
      throw .store(storeError(error))
    }
  }

  /// Returns the text of a new document, and checks that it is read back as written.
  private func text(of content: TopicContent) throws -> [UInt8] {
    let bytes = Document(content).bytes
    guard bytes.count <= FileStoreLimits.document else { throw tooLarge(content.id) }
    do throws(DocumentFault) {
      let file = FileFacts(modified: Timestamp(millisecondsSince1970: 0), owner: "")
      let read = try DocumentContents(of: content.id, in: file, after: nil).read(Document(bytes))
      if read == content { return bytes }
    } catch {
      throw StoreError.damaged(
        place: "\(place(content.id)), line \(error.line): \(error.reason)")
    }
    throw StoreError.damaged(
      place: "\(place(content.id)): the topic could not be read again as it was written")
  }

  /// Creates documents under hidden names.
  private func prepare(
    _ contents: [TopicContent], _ directory: FileDirectory
  ) throws -> [(text: Fingerprint, stamp: FileStamp)] {
    do {
      return try contents.map { content in
        let bytes = try text(of: content)
        let stamp = try directory.make(FileNames.prepared(content.id), bytes, like: nil)
        return (Fingerprint(bytes), stamp)
      }
    } catch {
      for content in contents { directory.remove(FileNames.prepared(content.id)) }
      throw error
    }
  }

  /// Gives documents their final names.
  ///
  /// Once the file that marks this step is on disk, the names of the rest are completed at the next
  /// start if the daemon is killed.
  ///
  /// - Returns: false if somebody else has just created one of them; then none of them exists.
  private func name(
    _ ids: [Topic.ID], _ stamps: [FileStamp], _ directory: FileDirectory
  ) throws(LoopError) -> Bool {
    do throws(LoopError) {
      if ids.count > 1 {
        try directory.sync()
        _ = try directory.make(FileNames.allPrepared, [], like: nil)
        try directory.sync()
      }
      for id in ids {
        try directory.rename(FileNames.prepared(id), FileNames.document(id), .withoutReplacing)
      }
      try directory.sync()
      if ids.count > 1 { directory.remove(FileNames.allPrepared) }
      return true
    } catch {
      // Not a file that somebody has written since.
      for (id, stamp) in zip(ids, stamps)
      where (try? directory.stamp(FileNames.document(id))) == stamp {
        try? directory.rename(FileNames.document(id), FileNames.prepared(id), .withoutReplacing)
      }
      directory.remove(FileNames.allPrepared)
      for id in ids { directory.remove(FileNames.prepared(id)) }
      if error.code == EEXIST { return false }
      throw error
    }
  }

  /// Completes or undoes an insertion that was in progress when a daemon was killed.
  func recoverPrepared(_ directory: FileDirectory) throws(LoopError) {
    let names = try directory.names()
    let isReady = names.contains(FileNames.allPrepared)
    for name in names {
      guard let id = FileNames.prepared(name) else { continue }
      if isReady {
        do throws(LoopError) {
          try directory.rename(name, FileNames.document(id), .withoutReplacing)
          continue
        } catch {
          guard error.code == EEXIST else { throw error }
        }
      }
      directory.remove(name)
    }
    guard isReady else { return }
    try directory.sync()
    directory.remove(FileNames.allPrepared)
  }
}
