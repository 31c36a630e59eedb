internal import Domain
internal import Glibc
internal import OperatingSystem
internal import UVLoop

// Reading what others have changed.

extension FileStore {
  /// Reads what others have changed, once they have stopped writing.
  ///
  /// - Parameter names: the names of the files to check; nil for all.
  /// - Returns: the time after which to check again; nil if there is no need.
  mutating func check(_ names: Set<String>?, _ directory: FileDirectory) throws(LoopError)
    -> Duration?
  {
    let isAll = names == nil
    let found: [String]
    if let names { found = Array(names) } else { found = try directory.names() }
    var ids = Set(found.compactMap(FileNames.topic))
    if isAll { ids.formUnion(documents.keys) }
    var wait: Duration?
    for id in ids {
      if let time = try check(id, directory) { wait = min(wait ?? time, time) }
    }
    for name in found { try? checkDisplaced(name, directory) }
    try noteOthers(found, isAll: isAll, directory)
    reportFaults()
    return wait
  }

  /// - Returns: how much longer the document must be left alone; nil if it was read.
  mutating func check(_ id: Topic.ID, _ directory: FileDirectory) throws(LoopError) -> Duration? {
    let stamp = try directory.stamp(FileNames.document(id))
    let known = documents[id]
    if let stamp, stamp == known?.stamp {
      documents[id]?.unread = nil
      documents[id]?.openSince = nil
      return nil
    }
    if stamp == nil, known == nil { return nil }
    if let time = try restlessness(of: id, stamp, directory) { return time }
    guard stamp != nil else {
      forget(id)
      return nil
    }
    if let time = try read(id, directory) { return time }
    return documents[id]?.stamp == nil && documents[id]?.fault == nil ? FileStoreLimits.calm : nil
  }

  /// Returns how much longer a file that has changed must be left alone; nil if it can be read.
  mutating func restlessness(
    of id: Topic.ID, _ stamp: FileStamp?, _ directory: FileDirectory
  ) throws(LoopError) -> Duration? {
    let isEmpty = stamp.map { $0.size == 0 } ?? true
    let calm =
      isEmpty && documents[id]?.contents != nil ? FileStoreLimits.emptyCalm : FileStoreLimits.calm
    if let rest = rest(of: id, stamp, calm) { return rest }
    guard isOpenForWriting(id, stamp, directory) else {
      documents[id]?.openSince = nil
      // What was written before the program closed it was not read yet.
      return try directory.stamp(FileNames.document(id)) == stamp ? nil : FileStoreLimits.calm
    }
    if documents[id]?.openSince == nil { documents[id]?.openSince = .now }
    // Closing it is not reported by the system.
    return FileStoreLimits.calm
  }

  /// Whether a program is still writing a document, as far as the system reports it. One that was
  /// never read is read after a while all the same: perhaps it is just kept open.
  func isOpenForWriting(
    _ id: Topic.ID, _ stamp: FileStamp?, _ directory: FileDirectory
  ) -> Bool {
    guard let stamp, directory.isOpenForWriting(FileNames.document(id)) == true else {
      return false
    }
    return documents[id]?.contents != nil
      || (.zero..<FileStoreLimits.openTime).contains(stamp.age)
  }

  /// Returns how much longer a file must be unchanged; nil if it has been for long enough.
  private mutating func rest(
    of id: Topic.ID, _ stamp: FileStamp?, _ calm: Duration
  ) -> Duration? {
    if let stamp, stamp.age >= calm { return nil }
    let now = MonotonicTime.now
    if let unread = documents[id]?.unread, unread.stamp == stamp {
      let rest = calm - unread.since.duration(to: now)
      return rest > .zero ? rest : nil
    }
    documents[id, default: Known()].unread = (stamp, now)
    return calm
  }

  /// Reads a document, whether or not it can be understood.
  ///
  /// - Returns: how much longer it must be left alone; nil if it was read.
  mutating func read(_ id: Topic.ID, _ directory: FileDirectory) throws(LoopError) -> Duration? {
    let text: FileDirectory.Text?
    do throws(LoopError) {
      text = try directory.text(FileNames.document(id), limit: FileStoreLimits.document)
    } catch {
      guard let stamp = try directory.stamp(FileNames.document(id)) else {
        forget(id)
        return nil
      }
      let fault = "\(place(id)): \(Self.reason(error, stamp))"
      documents[id] = Known(stamp: stamp, contents: documents[id]?.contents, fault: fault)
      return nil
    }
    guard let text else {
      forget(id)
      return nil
    }
    return adopt(text, of: id, directory)
  }

  /// Adopts the contents of a document, unless they may be the first half of what a program is
  /// writing.
  ///
  /// - Returns: how much longer it must be left alone; nil if it was adopted.
  mutating func adopt(
    _ text: FileDirectory.Text, of id: Topic.ID, _ directory: FileDirectory
  ) -> Duration? {
    let old = documents[id]
    var known = Known(
      text: Fingerprint(text.bytes), size: text.bytes.count, contents: old?.contents)
    // A file that was just written may be written again without looking different.
    let isYoung = (.zero..<FileStoreLimits.calm).contains(text.stamp.age)
    known.stamp = text.isTorn || isYoung ? nil : text.stamp
    var document: Document?
    do throws(DocumentFault) {
      let read = try Document(text.bytes)
      known.contents = try contents(of: read, id, text.stamp)
      document = read
    } catch {
      known.fault = "\(place(id)), line \(error.line): \(error.reason)"
    }
    if let old, isDoubtful(known, after: old, id, directory),
      let rest = rest(of: id, text.stamp, FileStoreLimits.doubtfulCalm)
    {
      return rest
    }
    if let document, let board = known.contents?.board {
      // If that fails, it is reported, and done before the next change.
      try? identifiers.record(board, in: document)
    }
    documents[id] = known
    if known.contents != old?.contents { change(id, from: old?.contents, to: known.contents) }
    return nil
  }

  /// Whether a version lacks something that was there, and the system does not report whether a
  /// program is still writing it.
  private func isDoubtful(
    _ new: Known, after old: Known, _ id: Topic.ID, _ directory: FileDirectory
  ) -> Bool {
    guard let before = old.contents,
      new.fault != nil || new.size < old.size || new.contents?.lacks(any: before) == true
    else { return false }
    return directory.isOpenForWriting(FileNames.document(id)) == nil
  }

  private mutating func contents(
    of document: Document, _ id: Topic.ID, _ stamp: FileStamp
  ) throws(DocumentFault) -> TopicContent {
    let file = FileFacts(modified: stamp.modified, owner: owners.name(of: stamp.owner))
    let previous = documents[id]?.contents
    let recorded = previous == nil ? identifiers.board(of: id) : nil
    return try DocumentContents(of: id, in: file, after: previous, recorded: recorded)
      .read(document)
  }

  mutating func forget(_ id: Topic.ID) {
    guard let known = documents.removeValue(forKey: id), let old = known.contents else { return }
    change(id, from: old, to: nil)
  }

  mutating func change(_ id: Topic.ID, from old: TopicContent?, to new: TopicContent?) {
    // Nobody has seen anything yet.
    guard isLoaded else { return }
    reports.report(new?.changes(since: old) ?? [.removal(id)])
  }

  mutating func noteOthers(
    _ names: [String], isAll: Bool, _ directory: FileDirectory
  ) throws(LoopError) {
    if isAll { others = [:] }
    for name in names {
      guard let fault = FileNames.fault(name) else { continue }
      others[name] = isAll ? fault : try directory.stamp(name).map { _ in fault }
    }
  }
}
