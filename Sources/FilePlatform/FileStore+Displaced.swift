internal import Domain
internal import Glibc
internal import UVLoop

// What the daemon has displaced, and what others have written there.

extension FileStore {
  /// Completes or undoes what a daemon was doing when it was killed.
  mutating func recover(_ name: String, _ directory: FileDirectory) throws(LoopError) {
    if name == FileNames.new { return directory.remove(name) }
    guard let (id, number, _) = FileNames.displaced(name),
      let stamp = try directory.stamp(name)
    else { return }
    // It was to take the document's place and did not: the change was not answered.
    if stamp.number == number { return directory.remove(name) }
    keep(name, displacedFrom: id)
    try checkDisplaced(name, directory)
    if try directory.stamp(FileNames.document(id)) == nil { dropDisplaced(id, directory) }
  }

  /// Removes what the daemon has displaced, and nobody has written to.
  private mutating func dropDisplaced(_ id: Topic.ID, _ directory: FileDirectory) {
    for name in displaced.removeValue(forKey: id) ?? [] { directory.remove(name) }
  }

  /// The same, once it was looked whether somebody has written to it. What another program still has
  /// open stays, as far as there is not too much of it.
  mutating func clearDisplaced(_ id: Topic.ID, _ directory: FileDirectory) throws(LoopError) {
    for name in displaced[id] ?? [] { try checkDisplaced(name, directory) }
    let open = (displaced[id] ?? []).filter { directory.isOpenElsewhere($0) }
      .suffix(FileStoreLimits.openFiles)
    displaced[id]?.removeAll { open.contains($0) }
    dropDisplaced(id, directory)
    if !open.isEmpty { displaced[id] = Array(open) }
  }

  /// Looks whether somebody has written to a file that the daemon has displaced, and keeps it if so.
  mutating func checkDisplaced(_ name: String, _ directory: FileDirectory) throws(LoopError) {
    guard let (id, _, read) = FileNames.displaced(name), displaced[id]?.contains(name) == true,
      let text = try directory.text(name, limit: .max), Fingerprint(text.bytes) != read
    else { return }
    displaced[id]?.removeAll { $0 == name }
    try keepAsConflict(name, of: id, text.stamp, directory)
  }

  /// Gives a version that has no other place a name that people see.
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
