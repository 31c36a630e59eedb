internal import Domain
internal import Glibc
internal import OperatingSystem
internal import UVLoop

// Files that the daemon has displaced, and what others have written to them.

extension FileStore {
  /// Completes or undoes a change that was in progress when a daemon was killed.
  mutating func recover(_ name: String, _ directory: FileDirectory) throws(LoopError) {
    if name == FileNames.new { return directory.remove(name) }
    guard let (id, number, _) = FileNames.displaced(name),
      let stamp = try directory.stamp(name)
    else { return }
    // It was to replace the document and did not: the change was not acknowledged.
    if stamp.identity.number == number { return directory.remove(name) }
    addDisplaced(name, of: id)
    try checkDisplaced(name, directory)
    if try directory.stamp(FileNames.document(id)) == nil { dropDisplaced(id, directory) }
  }

  /// Removes the displaced files to which nobody has written.
  private mutating func dropDisplaced(_ id: Topic.ID, _ directory: FileDirectory) {
    for name in displaced.removeValue(forKey: id) ?? [] { directory.remove(name) }
  }

  /// Removes the displaced files after checking whether somebody has written to them. Files that another
  /// program still has open, or may have, stay, up to a limit.
  mutating func clearDisplaced(_ id: Topic.ID, _ directory: FileDirectory) throws(LoopError) {
    // Before they are read: nobody writes to one later that is not open now.
    let found = (displaced[id] ?? []).filter { name in
      directory.isOpenElsewhere(name) != false && (try? directory.stamp(name)) != nil
    }
    for name in displaced[id] ?? [] { try checkDisplaced(name, directory) }
    let open = (displaced[id] ?? []).filter { found.contains($0) }
      .suffix(FileStoreLimits.openFiles)
    displaced[id]?.removeAll { open.contains($0) }
    dropDisplaced(id, directory)
    if !open.isEmpty { displaced[id] = Array(open) }
  }

  /// Checks whether somebody has written to a displaced file, and keeps it if so.
  mutating func checkDisplaced(_ name: String, _ directory: FileDirectory) throws(LoopError) {
    guard let (id, _, read) = FileNames.displaced(name), displaced[id]?.contains(name) == true,
      let text = try directory.text(name, limit: .max), Fingerprint(text.bytes) != read
    else { return }
    displaced[id]?.removeAll { $0 == name }
    try keepAsConflict(name, of: id, text.stamp, directory)
  }

  /// Keeps a version that would be lost otherwise, under a name that people see.
  mutating func keepAsConflict(
    _ name: String, of id: Topic.ID, _ stamp: FileStamp, _ directory: FileDirectory
  ) throws(LoopError) {
    var number = 1
    while true {
      let new = FileNames.conflict(id, at: stamp.modified, number: number)
      do throws(LoopError) {
        try directory.rename(name, new, .withoutReplacing)
        others[new] = FileNames.fault(new)
        return
      } catch {
        guard error.code == EEXIST, number < 1000 else { throw error }
        number += 1
      }
    }
  }
}
