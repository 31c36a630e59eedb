public import Fetch
internal import Glibc
internal import OperatingSystem
internal import Synchronization
internal import UVLoop

/// A directory of stored copies, of limited size, for any number of flows. It is made when it is
/// first needed.
///
/// Each copy is a file that is replaced in one step, so it is always whole. Damaged files are
/// removed. Files are read and written on one of libuv's threads, one after the other.
public final class CopyDirectory: Sendable {
  private let path: String
  private let limit: Int
  private let predecessor: Task<Void, Never>?
  private let work = SerialWork()
  private let index = Mutex<Index?>(nil)

  /// What is known of the files.
  private struct Index {
    var files: [String: Facts] = [:]
    var size: Int { files.values.reduce(0) { $0 + $1.size } }
  }

  private struct Facts {
    var size: Int
    var date: Int64
    /// What identifies the content; nil unless it was read or written.
    var content: Content?
  }

  private struct Content: Equatable {
    let validators: Validators
    let sentAt: WallTime

    init(_ copy: StoredCopy<some Any>) {
      validators = copy.validators
      sentAt = copy.sentAt
    }
  }

  /// - Parameters:
  ///   - path: of the directory, in which there is nothing else.
  ///   - limit: maximum size of all copies, in bytes; 64 MiB by default. The oldest ones are removed
  ///     for new ones.
  ///   - predecessor: ends when no other object uses the directory; nil if none does.
  public init(_ path: String, limit: Int = 64 << 20, after predecessor: Task<Void, Never>? = nil) {
    self.path = path
    self.limit = limit
    self.predecessor = predecessor
  }

  /// Returns a store for the copies of one service. Those of another base URL are others.
  ///
  /// - Parameters:
  ///   - mapping: reads the values again that it has written.
  ///   - list: the resource with which copies are removed, if they are parts of it; nil for others.
  @LoopActor
  public func store<Value>(
    of baseURL: BaseURL, _ mapping: Mapping<Value>, beside list: Resource? = nil
  ) -> CopyStore<Value> {
    let name = { (resource: Resource) in Self.name(of: resource, at: baseURL, beside: list) }
    return CopyStore(
      load: { [self] resource async throws(FetchError) in
        let name = name(resource)
        guard let stored = try await load(name) else { return nil }
        do {
          let value = try await mapping.decode(stored.value).value
          return StoredCopy(
            value, fetchedAt: stored.fetchedAt, sentAt: stored.sentAt,
            validators: stored.validators, pruned: stored.pruned)
        } catch {
          await remove([name])
          throw .persistence(PersistenceFailure(.load, reason: "its content cannot be read"))
        }
      },
      save: { [self] copy, resource async throws(FetchError) in
        let body: [UInt8]
        do {
          body = try await mapping.encode(copy.value)
        } catch {
          throw .persistence(PersistenceFailure(.save, reason: "it cannot be written: \(error)"))
        }
        let file = StoredCopy(
          body, fetchedAt: copy.fetchedAt, sentAt: copy.sentAt, validators: copy.validators,
          pruned: copy.pruned)
        if let failure = await save(file, as: name(resource)) {
          throw .persistence(PersistenceFailure(.save, reason: failure))
        }
      },
      renew: { [self] copy, resource async throws(FetchError) in
        await renew(name(resource), copy)
      })
  }

  /// Returns the name of the copy of a resource below a base URL.
  ///
  /// - Parameter list: the resource of which it is a part; nil for others.
  package static func name(
    of resource: Resource, at baseURL: BaseURL, beside list: Resource? = nil
  ) -> String {
    let own = Digest.of("\(baseURL.text) \(resource.key)".utf8)
    return list.map { "\(name(of: $0, at: baseURL))-\(own)" } ?? own
  }

  /// Returns a copy; nil if there is none. Throws `persistence` for one that is damaged, which is
  /// removed.
  @LoopActor
  func load(_ name: String) async throws(FetchError) -> StoredCopy<[UInt8]>? {
    try await run { [self] () -> Result<StoredCopy<[UInt8]>?, FetchError> in
      index.withLock { index in
        guard open(&index) == nil, let known = index?.files[name] else { return .success(nil) }
        let bytes = try? ShortFile.read(file(name), limit: limit)
        if let copy = bytes.flatMap({ StoredCopy(file: $0, date: known.date) }) {
          index?.files[name]?.content = Content(copy)
          return .success(copy)
        }
        remove(name, from: &index)
        return .failure(.persistence(PersistenceFailure(.load, reason: "its file is damaged")))
      }
    }.get()
  }

  /// Stores a copy, and removes the oldest ones if there is not enough room for it. One that alone
  /// is too large is not stored.
  ///
  /// - Returns: the system's message if it failed; nil if it did not.
  @LoopActor
  func save(_ copy: StoredCopy<[UInt8]>, as name: String) async -> String? {
    await run { [self] in
      index.withLock { index in
        if let failure = open(&index) { return failure }
        let date = copy.fetchedAt.millisecondsSince1970
        let bytes = copy.file
        guard bytes.count <= limit else {
          remove(name, from: &index)
          return nil
        }
        if let failure = replace(name, bytes, date: date) { return failure }
        index?.files[name] = Facts(size: bytes.count, date: date, content: Content(copy))
        evict(&index, keeping: name)
        return nil
      }
    }
  }

  /// Changes the date of a copy. Returns false if that content is not stored.
  @LoopActor
  func renew(_ name: String, _ copy: StoredCopy<some Any>) async -> Bool {
    let date = copy.fetchedAt.millisecondsSince1970
    let content = Content(copy)
    return await run { [self] in
      index.withLock { index in
        guard open(&index) == nil, index?.files[name]?.content == content,
          touch(file(name), date)
        else { return false }
        index?.files[name]?.date = date
        return true
      }
    }
  }

  /// Removes copies, and those beside them.
  @LoopActor
  package func remove(_ names: [String]) async {
    await run { [self] in
      index.withLock { index in
        guard open(&index) == nil else { return }
        for name in names {
          remove(name, from: &index)
          remove(besides: name, from: &index)
        }
      }
    }
  }

  /// Removes the copies beside another one.
  @LoopActor
  package func remove(besides name: String) async {
    await run { [self] in
      index.withLock { index in
        if open(&index) == nil { remove(besides: name, from: &index) }
      }
    }
  }

  /// Returns once everything that was requested before is done.
  @LoopActor
  public func finish() async {
    await run {}
  }

  @LoopActor
  private func run<Result: Sendable>(_ body: @Sendable () -> Result) async -> Result {
    await predecessor?.value
    return await work.run(body)
  }

  // MARK: Files

  private func file(_ name: String) -> String { "\(path)/\(name)\(Self.ending)" }

  /// Makes the directory, or reads what is in it, unless that is known.
  private func open(_ index: inout Index?) -> String? {
    if index != nil { return nil }
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      mkdir(String(path[..<slash]), 0o700)
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST, let directory = opendir(path) else {
      return String(cString: strerror(errno))
    }
    defer { closedir(directory) }
    var found = Index()
    while let entry = readdir(directory) {
      let entry = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // What is left of a copy that was being written.
      if entry.hasSuffix(Self.newEnding) { unlink("\(path)/\(entry)") }
      var status = stat()
      guard entry.hasSuffix(Self.ending), stat("\(path)/\(entry)", &status) == 0 else { continue }
      let date = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
      let name = String(entry.dropLast(Self.ending.count))
      found.files[name] = Facts(size: Int(status.st_size), date: date)
    }
    index = found
    evict(&index, keeping: nil)
    return nil
  }

  private func evict(_ index: inout Index?, keeping name: String?) {
    guard var size = index?.size, size > limit else { return }
    let oldest = index?.files.sorted { ($0.value.date, $0.key) < ($1.value.date, $1.key) } ?? []
    for (other, facts) in oldest where size > limit && other != name {
      remove(other, from: &index)
      size -= facts.size
    }
  }

  private func remove(besides name: String, from index: inout Index?) {
    let prefix = "\(name)-"
    for other in Array(index?.files.keys ?? [:].keys) where other.hasPrefix(prefix) {
      remove(other, from: &index)
    }
  }

  private func remove(_ name: String, from index: inout Index?) {
    if index?.files.removeValue(forKey: name) != nil { unlink(file(name)) }
  }

  private func replace(_ name: String, _ bytes: [UInt8], date: Int64) -> String? {
    let new = "\(path)/\(name)\(Self.newEnding)"
    let descriptor = Glibc.open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return String(cString: strerror(errno)) }
    let isWritten = Self.write(bytes, to: descriptor)
    let code = errno
    close(descriptor)
    guard isWritten, touch(new, date), rename(new, file(name)) == 0 else {
      unlink(new)
      return String(cString: strerror(isWritten ? errno : code))
    }
    return nil
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var start = 0
      while start < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress! + start, buffer.count - start)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        start += count
      }
      return true
    }
  }

  /// Sets the date of a file, in milliseconds.
  private func touch(_ file: String, _ date: Int64) -> Bool {
    let (seconds, milliseconds) = (date / 1000, date % 1000)
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(milliseconds) * 1_000_000)
    return utimensat(AT_FDCWD, file, [time, time], 0) == 0
  }

  private static let ending = ".copy"
  private static let newEnding = ".new"
}
