internal import Domain
internal import Glibc
internal import OperatingSystem
internal import UVLoop

// Changing documents, while others may write to them at any time.

/// The outcome of an attempt to change something.
enum Attempt<Answer> {
  case done(Answer)
  /// Somebody else is writing: the next attempt should be made after this time.
  case wait(Duration)
}

extension Attempt: Sendable where Answer: Sendable {}

extension FileStore {
  /// Makes changes of one document in order, with one write; each of them can fail without the
  /// others.
  mutating func change(_ id: Topic.ID, _ changes: [any AnyDocumentChange]) {
    do {
      let directory = try opened()
      let draft: Draft
      do {
        switch try make(changes, of: id, directory) {
        case .done(let made?): draft = made
        case .done(nil):
          for change in changes { change.miss() }
          return
        case .wait(let time):
          for change in changes { change.wait(for: time) }
          return
        }
      } catch {
        guard changes.count > 1 else { throw error }
        // Nothing has been written yet, and one of them may be the reason.
        for change in changes { self.change(id, [change]) }
        return
      }
      if let text = draft.text {
        try identifiers.record(draft.contents.board)
        guard try write(draft, changes, insteadOf: text, directory) else {
          for change in changes { change.wait(for: .milliseconds(1)) }
          return
        }
      }
      for change in changes { change.succeed(version: reports.version) }
    } catch {
      for change in changes { change.fail(storeError(error)) }
    }
  }

  /// Replaces a document by a draft, and puts the posts that it no longer has into the trash.
  ///
  /// - Returns: false if somebody else has written to it; nothing is changed then.
  private mutating func write(
    _ draft: Draft, _ changes: [any AnyDocumentChange], insteadOf text: FileDirectory.Text,
    _ directory: FileDirectory
  ) throws(LoopError) -> Bool {
    let topic = draft.contents.board.topic
    let posts = changes.compactMap(\.removed)
    let takeBack = try copyToTrash(posts, of: topic, like: text.stamp, directory)
    do throws(LoopError) {
      guard try replace(topic.id, text, by: draft, directory) else {
        takeBack()
        return false
      }
    } catch {
      takeBack()
      throw error
    }
    if !posts.isEmpty { settle(nil, directory) }
    return true
  }

  /// The future contents of a document.
  private struct Draft {
    let contents: TopicContent
    let bytes: [UInt8]
    /// The text that it replaces; nil if nothing is to be written.
    let text: FileDirectory.Text?
    /// Whether others have written something that the contents do not include.
    let isContested: Bool
  }

  /// Makes changes without writing them.
  ///
  /// - Returns: nil if there is no such document.
  private mutating func make(
    _ changes: [any AnyDocumentChange], of id: Topic.ID, _ directory: FileDirectory
  ) throws -> Attempt<Draft?> {
    for change in changes { change.note(seen: documents[id]?.contents) }
    let text: FileDirectory.Text
    switch try current(id, directory) {
    case .wait(let time): return .wait(time)
    case .done(nil): return .done(nil)
    case .done(let found?): text = found
    }
    guard let old = documents[id]?.contents else { return .done(nil) }
    for change in changes { change.note(seen: old) }
    var new = old
    var isChanged = false
    for change in changes where change.make(in: &new) { isChanged = true }
    guard isChanged else {
      return .done(Draft(contents: old, bytes: [], text: nil, isContested: false))
    }
    let bytes = try written(new, insteadOf: old, in: text)
    try checkExchange(directory)
    let isContested = changes.contains { $0.seen?.isContested(old, new) == true }
    return .done(Draft(contents: new, bytes: bytes, text: text, isContested: isContested))
  }

  /// Removes a document, and returns its contents. A copy of it is put into the trash.
  mutating func remove(
    _ id: Topic.ID, _ removal: Removal
  ) throws(TopicError) -> Attempt<TopicContent> {
    do {
      let directory = try opened()
      let text: FileDirectory.Text
      switch try current(id, directory) {
      case .wait(let time): return .wait(time)
      case .done(nil): throw TopicError.notFound(id: id)
      case .done(let found?): text = found
      }
      guard let old = documents[id]?.contents else { throw TopicError.notFound(id: id) }
      try checkExchange(directory)
      try clearDisplaced(id, directory)
      let takeBack = try copyToTrash(text, of: old.board.topic, removal, directory)
      do {
        guard try displace(id, text, directory) else {
          takeBack()
          return .wait(.milliseconds(1))
        }
      } catch {
        takeBack()
        throw error
      }
      removed(id)
      identifiers.remove(id)
      try directory.sync()
      settle((id, removal), directory)
      return .done(old)
    } catch let error as TopicError {
      throw error
    } catch {
      throw .store(storeError(error))
    }
  }

  /// Takes a document away.
  ///
  /// - Returns: false if somebody has just written to it; nothing is changed then.
  private mutating func displace(
    _ id: Topic.ID, _ text: FileDirectory.Text, _ directory: FileDirectory
  ) throws(LoopError) -> Bool {
    let name = FileNames.displaced(id, 0, Fingerprint(text.bytes))
    try directory.rename(FileNames.document(id), name, .withoutReplacing)
    guard let gone = try directory.text(name, limit: .max), gone.bytes == text.bytes else {
      try putBack(name, id, directory)
      return false
    }
    addDisplaced(name, of: id)
    return true
  }

  private mutating func putBack(
    _ name: String, _ id: Topic.ID, _ directory: FileDirectory
  ) throws(LoopError) {
    do throws(LoopError) {
      try directory.rename(name, FileNames.document(id), .withoutReplacing)
    } catch {
      guard error.code == EEXIST, let stamp = try directory.stamp(name) else { throw error }
      try keepAsConflict(name, of: id, stamp, directory)
    }
  }

  // MARK: Steps

  func tooLarge(_ id: Topic.ID) -> StoreError {
    .unavailable(
      reason: "\(place(id)) would be larger than \(FileStoreLimits.document >> 20) MiB")
  }

  func storeError(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as LoopError: failure(error)
    default: .unavailable(reason: "\(error)")
    }
  }

  /// Returns the text of a document that is known and understood; nil if there is none.
  private mutating func current(
    _ id: Topic.ID, _ directory: FileDirectory
  ) throws -> Attempt<FileDirectory.Text?> {
    let found: FileDirectory.Text?
    do throws(LoopError) {
      found = try directory.text(FileNames.document(id), limit: FileStoreLimits.document)
    } catch {
      _ = try read(id, directory)
      reportFaults()
      if let fault = documents[id]?.fault { throw StoreError.damaged(place: fault) }
      throw error
    }
    guard let text = found else {
      guard documents[id] != nil else { return .done(nil) }
      if let time = try restlessness(of: id, nil, directory) { return .wait(time) }
      forget(id)
      return .done(nil)
    }
    if text.isTorn { return .wait(FileStoreLimits.calm) }
    if documents[id]?.text != Fingerprint(text.bytes) {
      if let time = try restlessness(of: id, text.stamp, directory) { return .wait(time) }
      if let time = adopt(text, of: id, directory) { return .wait(time) }
      reportFaults()
    }
    if let fault = documents[id]?.fault { throw StoreError.damaged(place: fault) }
    return .done(text)
  }

  /// Returns the text of a document with other contents, and checks that it is read back as these.
  private mutating func written(
    _ new: TopicContent, insteadOf old: TopicContent, in text: FileDirectory.Text
  ) throws -> [UInt8] {
    do {
      var document = try self.document(text.bytes)
      document.put(new, insteadOf: old)
      let bytes = document.bytes
      let file = FileFacts(modified: Timestamp(millisecondsSince1970: 0), owner: "")
      let result = try Document(bytes)
      let read = try DocumentContents(of: new.id, in: file, after: nil).read(result)
      guard bytes.count <= FileStoreLimits.document else { throw tooLarge(new.id) }
      if read == new {
        remember(result, bytes)
        return bytes
      }
    } catch let fault as DocumentFault {
      throw StoreError.damaged(place: "\(place(new.id)), line \(fault.line): \(fault.reason)")
    }
    throw StoreError.damaged(
      place: "\(place(new.id)): the change could not be read again as it was written")
  }

  /// Replaces a document by a draft.
  ///
  /// The draft is written beside the document, and the two files are exchanged in one step. Then
  /// the displaced text is compared with what was read: if it differs, another program has written
  /// in between, and the files are exchanged again. The displaced file stays until the next change,
  /// because an editor may still write to it. Its name records the new file and what was read
  /// (``FileNames/displaced(_:_:_:)``). So the next daemon can distinguish the files if this one is
  /// killed at any of these steps.
  ///
  /// - Returns: false if somebody else has written to it; nothing is changed then.
  private mutating func replace(
    _ id: Topic.ID, _ text: FileDirectory.Text, by draft: Draft, _ directory: FileDirectory
  ) throws(LoopError) -> Bool {
    let document = FileNames.document(id)
    try clearDisplaced(id, directory)
    let stamp = try directory.make(FileNames.new, draft.bytes, like: text.stamp)
    let name = FileNames.displaced(id, stamp.identity.number, Fingerprint(text.bytes))
    do throws(LoopError) {
      try directory.rename(FileNames.new, name, .withoutReplacing)
      guard try directory.stamp(document) == text.stamp else {
        directory.remove(name)
        return false
      }
      try directory.rename(name, document, .exchange)
    } catch {
      directory.remove(FileNames.new)
      directory.remove(name)
      if error.code == ENOENT { return false }
      throw error
    }
    let gone: FileDirectory.Text?
    do throws(LoopError) {
      gone = try directory.text(name, limit: .max)
    } catch {
      // Nobody knows whose it is.
      try giveBack(id, name, draft.bytes, directory)
      throw error
    }
    guard let gone, gone.bytes == text.bytes else {
      try giveBack(id, name, draft.bytes, directory)
      return false
    }
    if draft.isContested {
      try keepAsConflict(name, of: id, gone.stamp, directory)
    } else {
      addDisplaced(name, of: id)
    }
    wrote(draft.contents, Fingerprint(draft.bytes), stamp)
    try directory.sync()
    return true
  }

  /// Restores a document that somebody has written to at the same time.
  private mutating func giveBack(
    _ id: Topic.ID, _ name: String, _ bytes: [UInt8], _ directory: FileDirectory
  ) throws(LoopError) {
    do throws(LoopError) {
      try directory.rename(name, FileNames.document(id), .exchange)
    } catch {
      // Somebody has moved ours away, and is about to write another one.
      guard error.code == ENOENT, let stamp = try directory.stamp(name) else { throw error }
      try keepAsConflict(name, of: id, stamp, directory)
      return try directory.sync()
    }
    let isOpen = directory.isOpenElsewhere(name) == true
    if let ours = try directory.text(name, limit: .max), isOpen || ours.bytes != bytes {
      // Somebody has written to ours, too, or is about to.
      try keepAsConflict(name, of: id, ours.stamp, directory)
    } else {
      directory.remove(name)
    }
    try directory.sync()
  }
}
