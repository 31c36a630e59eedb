internal import Domain
internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// The documents of a directory, as last read or written. All calls may block, and must be made one
/// at a time.
struct FileStore {
  let path: String
  let reports: FileReports
  private let initial: @Sendable () -> [Board]
  /// The identifiers that documents may not show.
  var identifiers: RecordedIdentifiers
  /// False to act as if the system did not report who has a file open.
  var seesOpenFiles = true
  /// Whether the file system can exchange files; nil if that has not been tried.
  private var canExchange: Bool?
  private var isClosed = false
  var isLoaded = false
  /// Opened once, with a lock that excludes other stores; nil until then.
  private var directory: FileDirectory?
  var owners = OwnerNames()
  var documents: [Topic.ID: Known] = [:]
  /// Files that look like documents but are not, with the reason.
  var others: [String: String] = [:]
  /// Files that the daemon has displaced, by topic: an editor may still write to them.
  var displaced: [Topic.ID: [String]] = [:]
  /// The document that was written last, which is often the next one, too.
  private var recent: (text: Fingerprint, document: Document)?

  /// An existing document.
  struct Known {
    /// The file's stamp when it was last read or written; nil if it may have changed since.
    var stamp: FileStamp?
    /// The fingerprint of the text that was last read or written; nil if there was none.
    var text: Fingerprint?
    /// The size of that text in bytes.
    var size = 0
    /// The contents when it was last understood; nil if it never was.
    var contents: TopicContent?
    /// Why it cannot be understood; nil if it can.
    var fault: String?
    /// The stamp at the last check, and since when it has been the same; nil if that version was
    /// read.
    var unread: (stamp: FileStamp?, since: MonotonicTime)?
    /// Since when another program has had a version that was not read open for writing; nil if none
    /// has.
    var openSince: MonotonicTime?

    /// Whether that has been the case for so long that it is reported.
    var isKeptOpen: Bool {
      openSince.map { $0.duration(to: .now) >= FileStoreLimits.openTime } ?? false
    }
  }

  /// - Parameters:
  ///   - path: the path of the directory.
  ///   - identifiers: the path of the directory in which identifiers are recorded; nil to record
  ///     none.
  ///   - canExchange: false for a file system that cannot exchange two files; nil to find out.
  ///   - initial: returns the boards of a new directory.
  init(
    _ path: String, identifiers: String? = nil, _ reports: FileReports, canExchange: Bool?,
    initial: @escaping @Sendable () -> [Board]
  ) {
    self.path = path
    self.identifiers = RecordedIdentifiers(identifiers)
    self.reports = reports
    self.canExchange = canExchange
    self.initial = initial
  }

  mutating func close() {
    isClosed = true
    directory = nil
  }

  // MARK: Reading

  /// All boards, in order of creation.
  var boards: [Board] {
    documents.values.compactMap(\.contents?.board).sorted { first, second in
      (first.topic.created, first.id) < (second.topic.created, second.id)
    }
  }

  /// Returns the contents of a document, or its last contents; nil if there is no such document.
  func contents(of id: Topic.ID) throws(StoreError) -> TopicContent? {
    guard let known = documents[id] else { return nil }
    if known.contents == nil, let fault = known.fault { throw .damaged(place: fault) }
    return known.contents
  }

  /// Returns the directory, after reading all documents once. Its path must still lead to it.
  mutating func opened() throws(StoreError) -> FileDirectory {
    guard !isClosed else { throw .unavailable(reason: "\(path) is closed") }
    if let directory {
      let found = FileIdentity(path: path, followsLinks: true)
      guard found != directory.identity else { return directory }
      // Its contents are not given up.
      if found == nil { throw failure(LoopError(operation: "open", code: ENOENT)) }
      throw .unavailable(
        reason: "\(path) is another directory than when it was opened; "
          + "move the first one back, or restart the daemon to use this one")
    }
    do throws(LoopError) {
      let isNew = mkdir(path, 0o755) == 0
      let directory = try FileDirectory(path, seesOpenFiles: seesOpenFiles)
      try directory.lock()
      try load(directory, isNew: isNew)
      self.directory = directory
      return directory
    } catch {
      throw failure(error)
    }
  }

  /// Reads what others have changed, unless they are still writing.
  mutating func lookAtAll() throws(StoreError) {
    let directory = try opened()
    do throws(LoopError) { _ = try check(nil, directory) } catch { throw failure(error) }
  }

  private mutating func load(_ directory: FileDirectory, isNew: Bool) throws(LoopError) {
    if isNew { for board in initial() { try write(board, directory) } }
    // If that cannot be done now, for example on a read-only disk, everything can still be read.
    try? recoverPrepared(directory)
    let names = try directory.names()
    for name in names { try? recover(name, directory) }
    for name in names {
      guard let id = FileNames.topic(name) else { continue }
      // What was just made here is complete; a process that is being started may still have a copy of
      // its descriptor.
      if !isNew, isOpenForWriting(id, try directory.stamp(name), directory) {
        documents[id] = Known(fault: "\(place(id)): another program is writing it")
      } else {
        _ = try read(id, directory)
      }
    }
    try noteOthers(try directory.names(), isAll: true, directory)
    isLoaded = true
    reportFaults()
  }

  // MARK: Writing

  /// Returns the document with this text, which is parsed unless it was the last one written.
  func document(_ bytes: [UInt8]) throws(DocumentFault) -> Document {
    if let recent, recent.text == Fingerprint(bytes) { return recent.document }
    return try Document(bytes)
  }

  mutating func remember(_ document: Document, _ bytes: [UInt8]) {
    recent = (Fingerprint(bytes), document)
  }

  /// Records what the daemon has written.
  mutating func wrote(_ contents: TopicContent, _ text: Fingerprint, _ stamp: FileStamp) {
    let old = documents[contents.id]?.contents
    documents[contents.id] = Known(
      stamp: stamp, text: text, size: stamp.size, contents: contents)
    change(contents.id, from: old, to: contents)
    reportFaults()
  }

  /// Records that the daemon has removed a document.
  mutating func removed(_ id: Topic.ID) {
    forget(id)
    reportFaults()
  }

  mutating func addDisplaced(_ name: String, of id: Topic.ID) {
    displaced[id, default: []].append(name)
  }

  private mutating func write(_ board: Board, _ directory: FileDirectory) throws(LoopError) {
    let document = Document(TopicContent(board))
    _ = try directory.make(FileNames.new, document.bytes, like: nil)
    try directory.rename(FileNames.new, FileNames.document(board.id), .withoutReplacing)
    try directory.sync()
  }

  /// Throws if the file system cannot exchange two files.
  mutating func checkExchange(_ directory: FileDirectory) throws(StoreError) {
    if canExchange == nil {
      let names = [".probe-1.md~", ".probe-2.md~"]
      defer { for name in names { directory.remove(name) } }
      do throws(LoopError) {
        for name in names { _ = try directory.make(name, [], like: nil) }
        try directory.rename(names[0], names[1], .exchange)
        canExchange = true
      } catch {
        guard error.code == EINVAL || error.code == ENOSYS else { throw failure(error) }
        canExchange = false
      }
    }
    guard canExchange == true else { throw .unavailable(reason: Self.readOnly(path)) }
  }

  private static func readOnly(_ path: String) -> String {
    "\(path) is read-only: its file system cannot exchange two files (renameat2)"
  }

  // MARK: Faults

  func place(_ id: Topic.ID) -> String { "\(path)/\(FileNames.document(id))" }

  func failure(_ error: LoopError) -> StoreError {
    switch error.code {
    case ENOSPC, EDQUOT: .full
    case EWOULDBLOCK: .unavailable(reason: "\(path) is in use by another mount or daemon")
    default: .unavailable(reason: "\(path): \(error.reason)")
    }
  }

  static func reason(_ error: LoopError, _ stamp: FileStamp) -> String {
    if stamp.isLink { return "a symbolic link, which is not followed" }
    if !stamp.isRegular { return "not a file" }
    if error.code == EFBIG { return "larger than \(FileStoreLimits.document >> 20) MiB" }
    return error.reason
  }

  /// Reports that the directory cannot be read.
  func reportFailure(_ error: any Error) {
    guard isLoaded, !isClosed else { return }
    switch error {
    case StoreError.unavailable(let reason): reports.report(faults: [StoreFault(reason)])
    case let error as LoopError:
      reports.report(faults: [StoreFault("\(path): \(error.reason)")])
    default: break
    }
  }

  func reportFaults() {
    reports.report(faults: faults)
  }

  /// What is wrong at the moment.
  var faults: [StoreFault] {
    var faults = documents.compactMap { id, document in
      document.fault.map { StoreFault($0, in: .board(id)) }
    }
    faults += documents.filter(\.value.isKeptOpen).map { id, _ in
      StoreFault(
        "\(place(id)): another program has it open for writing; it is read when that has closed it",
        in: .board(id))
    }
    faults += others.map { StoreFault("\(path)/\($0.key): \($0.value)") }
    if let fault = identifiers.fault { faults.append(StoreFault(fault)) }
    if canExchange == false { faults.append(StoreFault(Self.readOnly(path))) }
    return faults.sorted { $0.sentence < $1.sentence }
  }
}
