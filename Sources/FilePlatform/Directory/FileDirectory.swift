internal import Domain
internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// An open directory. Symbolic links in it are not followed; all calls may block.
final class FileDirectory {
  private let descriptor: Int32
  private let seesOpenFiles: Bool

  /// - Parameter seesOpenFiles: false to act as if the system never reported who has a file open.
  init(_ path: String, seesOpenFiles: Bool = true) throws(LoopError) {
    self.seesOpenFiles = seesOpenFiles
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LoopError(operation: "open", code: errno) }
  }

  private init(descriptor: Int32, seesOpenFiles: Bool) {
    (self.descriptor, self.seesOpenFiles) = (descriptor, seesOpenFiles)
  }

  deinit {
    // Closing does not release the lock while a process that is being started has a copy of the
    // descriptor, which it closes when it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Returns a directory in it; nil if there is none.
  ///
  /// - Parameter makes: whether it is made if there is none.
  func directory(_ name: String, makes: Bool) throws(LoopError) -> FileDirectory? {
    if makes, mkdirat(descriptor, name, 0o755) != 0, errno != EEXIST {
      throw LoopError(operation: "make", code: errno)
    }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let directory = openat(descriptor, name, flags)
    if directory >= 0 {
      return FileDirectory(descriptor: directory, seesOpenFiles: seesOpenFiles)
    }
    if errno == ENOENT { return nil }
    throw LoopError(operation: "open", code: errno)
  }

  /// Returns the names in it, in no particular order, including those that begin with a dot.
  func names() throws(LoopError) -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw LoopError(operation: "open", code: errno) }
    guard let stream = fdopendir(copy) else {
      defer { close(copy) }
      throw LoopError(operation: "open", code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      // readdir(3) returns nothing at the end, too.
      errno = 0
      guard let entry = readdir(stream) else { break }
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    guard errno == 0 else { throw LoopError(operation: "read", code: errno) }
    return names
  }

  /// Returns a file's stamp; nil if there is no such file.
  func stamp(_ name: String) throws(LoopError) -> FileStamp? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileStamp(status) }
    if errno == ENOENT { return nil }
    throw LoopError(operation: "stat", code: errno)
  }

  /// Returns the first bytes of a regular file, at most this many, and its stamp; nil for anything
  /// else.
  func beginning(
    _ name: String, bytes count: Int
  ) throws(LoopError) -> (bytes: [UInt8], stamp: FileStamp)? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let stamp = try Self.stamp(file)
    guard stamp.isRegular else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(file, buffer.baseAddress, count, 0))
    }
    return (bytes, stamp)
  }

  /// The contents of a file as they were read.
  struct Text {
    let bytes: [UInt8]
    let stamp: FileStamp
    /// Whether it was written while it was read.
    let isTorn: Bool
  }

  /// Returns a file's contents; nil if there is no such file. Throws ELOOP for a symbolic link,
  /// EFBIG for a file that is too large, and EINVAL for anything but a regular file.
  func text(_ name: String, limit: Int) throws(LoopError) -> Text? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw LoopError(operation: "open", code: errno)
    }
    defer { close(file) }
    let before = try Self.stamp(file)
    guard before.isRegular else { throw LoopError(operation: "read", code: EINVAL) }
    guard before.size <= limit else { throw LoopError(operation: "read", code: EFBIG) }
    let bytes: [UInt8]?
    do throws(SystemCallError) {
      bytes = try readAll(from: file, atMost: limit, expecting: before.size)
    } catch {
      throw LoopError(error)
    }
    guard let bytes else { throw LoopError(operation: "read", code: EFBIG) }
    let after = try Self.stamp(file)
    return Text(
      bytes: bytes, stamp: after, isTorn: before != after || bytes.count != after.size)
  }

  private static func stamp(_ file: Int32) throws(LoopError) -> FileStamp {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw LoopError(operation: "stat", code: errno) }
    return FileStamp(status)
  }

  /// Creates a file whose contents are on disk when this returns, but not yet its name.
  ///
  /// - Parameters:
  ///   - model: the file whose mode and owner it gets, as far as possible; nil for mode 0644.
  ///   - isSynced: false if its contents need not be on disk.
  func make(
    _ name: String, _ bytes: [UInt8], like model: FileStamp?, isSynced: Bool = true
  ) throws(LoopError) -> FileStamp {
    remove(name)
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw LoopError(operation: "make", code: errno) }
    defer { close(file) }
    do throws(LoopError) {
      let (_, code) = writeAll(bytes[...], to: file)
      guard code == 0 else { throw LoopError(operation: "write", code: code) }
      if let model { _ = fchown(file, model.owner, model.group) }
      guard fchmod(file, (model?.mode ?? 0o644) & 0o7777) == 0, !isSynced || fsync(file) == 0
      else {
        throw LoopError(operation: "write", code: errno)
      }
      return try Self.stamp(file)
    } catch {
      remove(name)
      throw error
    }
  }

  /// Sets when a file was last written to that of another file, as far as possible.
  func setDate(_ name: String, of model: FileStamp) {
    let time = model.time
    _ = utimensat(descriptor, name, [time, time], AT_SYMLINK_NOFOLLOW)
  }

  func rename(_ old: String, _ new: String, _ kind: FileSwap.Kind) throws(LoopError) {
    try FileSwap.rename(old, new, in: descriptor, kind)
  }

  /// Whether another program has a file open; nil if the system does not report it.
  func isOpenElsewhere(_ name: String) -> Bool? { isLeasable(name, F_WRLCK).map { !$0 } }

  /// Whether a program has a file open for writing; nil if the system does not report it.
  func isOpenForWriting(_ name: String) -> Bool? { isLeasable(name, F_RDLCK).map { !$0 } }

  /// Whether a lease on a file would be granted (fcntl(2), F_SETLEASE): one for reading if nobody
  /// has it open for writing, one for writing if nobody else has it open.
  ///
  /// - Returns: nil if the system does not report that: it does for files of this user, or with CAP_LEASE,
  ///   on a local file system.
  private func isLeasable(_ name: String, _ kind: Int32) -> Bool? {
    guard seesOpenFiles else { return nil }
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // A program that opens the file before the lease is released waits for that, and the system
    // signals it here: SIGIO would end the process, SIGURG is ignored.
    guard fcntl(file, Self.setSignal, SIGURG) == 0 else { return nil }
    if fcntl(file, Self.setLease, kind) == 0 {
      _ = fcntl(file, Self.setLease, Int32(F_UNLCK))
      return true
    }
    return errno == EAGAIN ? false : nil
  }

  // F_SETSIG and F_SETLEASE, which are not imported into Swift.
  private static let setSignal: Int32 = 10
  private static let setLease: Int32 = 1024

  /// Takes the lock of the directory, which is held as long as this object exists.
  ///
  /// - Throws: `LoopError` EWOULDBLOCK if another store holds it.
  func lock() throws(LoopError) {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw LoopError(operation: "lock", code: errno)
    }
  }

  /// The identity of the directory.
  var identity: FileIdentity? { FileIdentity(descriptor: descriptor) }

  func remove(_ name: String) {
    unlinkat(descriptor, name, 0)
  }

  /// Returns once the names are on disk.
  func sync() throws(LoopError) {
    guard fsync(descriptor) == 0 else { throw LoopError(operation: "sync", code: errno) }
  }
}

extension FileStamp {
  /// When the file was last written.
  var modified: Timestamp {
    Timestamp(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
