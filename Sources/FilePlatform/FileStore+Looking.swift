internal import Domain
internal import Glibc
internal import UVLoop

// Reading what others have changed.

extension FileStore {
  /// Reads what others have changed, once they have stopped writing.
  ///
  /// - Parameter names: the names of the files to check; nil for all.
  /// - Returns: the time after which to check again; nil if there is no need.
  mutating func look(_ names: Set<String>?, _ directory: FileDirectory) throws(LoopError)
    -> Duration?
  {
    let isAll = names == nil
    let found: [String]
    if let names { found = Array(names) } else { found = try directory.names() }
    var ids = Set(found.compactMap(FileNames.topic))
    if isAll { ids.formUnion(documents.keys) }
    var wait: Duration?
    for id in ids {
      if let time = try look(at: id, directory) { wait = min(wait ?? time, time) }
    }
    for name in found { try? checkDisplaced(name, directory) }
    try noteOthers(found, isAll: isAll, directory)
    reportFaults()
    return wait
  }

  /// - Returns: how much longer the document must be left alone; nil if it was read.
  mutating func look(at id: Topic.ID, _ directory: FileDirectory) throws(LoopError) -> Duration? {
    let stamp = try directory.stamp(FileNames.document(id))
    let known = documents[id]
    if let stamp, stamp == known?.stamp {
      documents[id]?.unread = nil
      return nil
    }
    if stamp == nil, known == nil { return nil }
    if let time = restlessness(of: id, stamp) { return time }
    guard stamp != nil else {
      forget(id)
      return nil
    }
    try read(id, directory)
    return documents[id]?.stamp == nil && documents[id]?.fault == nil ? FileStoreLimits.calm : nil
  }

  /// Returns how much longer a file that has changed must be left alone; nil if it can be read.
  mutating func restlessness(of id: Topic.ID, _ stamp: FileStamp?) -> Duration? {
    let isEmpty = stamp.map { $0.size == 0 } ?? true
    let calm =
      isEmpty && documents[id]?.contents != nil ? FileStoreLimits.emptyCalm : FileStoreLimits.calm
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
  mutating func read(_ id: Topic.ID, _ directory: FileDirectory) throws(LoopError) {
    let text: FileDirectory.Text?
    do throws(LoopError) {
      text = try directory.text(FileNames.document(id), limit: FileStoreLimits.document)
    } catch {
      guard let stamp = try directory.stamp(FileNames.document(id)) else { return forget(id) }
      let fault = "\(place(id)): \(Self.reason(error, stamp))"
      documents[id] = Known(stamp: stamp, contents: documents[id]?.contents, fault: fault)
      return
    }
    guard let text else { return forget(id) }
    adopt(text, of: id)
  }

  /// Adopts the contents of a document.
  mutating func adopt(_ text: FileDirectory.Text, of id: Topic.ID) {
    var known = documents[id] ?? Known()
    let old = known.contents
    known.unread = nil
    // A file that was just written may be written again without looking different.
    let isYoung = (.zero..<FileStoreLimits.calm).contains(text.stamp.age)
    known.stamp = text.isTorn || isYoung ? nil : text.stamp
    known.text = Fingerprint(text.bytes)
    do throws(DocumentFault) {
      known.contents = try contents(of: Document(text.bytes), id, text.stamp)
      known.fault = nil
    } catch {
      known.fault = "\(place(id)), line \(error.line): \(error.reason)"
    }
    documents[id] = known
    if known.contents != old { change(id, from: old, to: known.contents) }
  }

  mutating func contents(
    of document: Document, _ id: Topic.ID, _ stamp: FileStamp
  ) throws(DocumentFault) -> TopicContent {
    let file = FileFacts(modified: stamp.modified, owner: owners.name(of: stamp.owner))
    return try DocumentContents(of: id, in: file, after: documents[id]?.contents).read(document)
  }

  mutating func forget(_ id: Topic.ID) {
    guard let known = documents.removeValue(forKey: id), let old = known.contents else { return }
    change(id, from: old, to: nil)
  }

  mutating func change(_ id: Topic.ID, from old: TopicContent?, to new: TopicContent?) {
    // Nobody has seen anything yet.
    guard isLoaded else { return }
    version += 1
    reports.report(id, old, new, version: version)
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
