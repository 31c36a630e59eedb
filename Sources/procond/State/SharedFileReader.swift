internal import BoxServer
internal import BoxWire

/// Reads the lines of a file of shared boxes.
struct SharedFileReader {
  /// Now, in milliseconds since 1970.
  let time: Int
  let limits: ServerLimits
  private var contents = SharedFile.Contents()
  private var paths: Set<Path> = []
  private var bytes = 0
  /// The number of boxes according to the first line.
  private var count = 0

  init(time: Int, limits: ServerLimits) {
    self.time = time
    self.limits = limits
  }

  /// Reads the first line.
  mutating func begin(_ members: StateFile.Members, version: Int) throws(StateFileError) {
    guard members.map(\.name) == ["version", "boxes"], let written = members[0].value.integer,
      let count = members[1].value.integer, count >= 0
    else { throw StateFileError(line: 1, message: "the version or the number of boxes is missing") }
    guard written == version else {
      throw StateFileError(
        line: 1, message: "it has version \(written), but this procond reads version \(version)")
    }
    self.count = count
  }

  /// Reads a box.
  mutating func add(_ members: StateFile.Members, line: Int) throws(StateFileError) {
    let (path, value, expires) = try read(members, line)
    guard paths.insert(path).inserted else {
      throw StateFileError(line: line, message: "\(path) occurs twice")
    }
    var timeToLive: Duration?
    if let expires {
      guard expires > time else { return }
      // The clock may have been set back; a box never lives longer than a client can request.
      timeToLive = .milliseconds(min(expires - time, Int(ProtocolLimits.ttl.upperBound) * 1000))
    }
    let box = KeptBox(path: path, value: value, timeToLive: timeToLive)
    guard value.bytes.count <= limits.value, contents.boxes.count < limits.sharedBoxes,
      bytes + box.size <= limits.sharedBytes
    else { return contents.excess.append(path) }
    bytes += box.size
    contents.boxes.append(box)
  }

  private func read(
    _ members: StateFile.Members, _ line: Int
  ) throws(StateFileError) -> (Path, JSONText, expires: Int?) {
    var (path, value, expires): (Path?, JSONText?, Int?) = (nil, nil, nil)
    for member in members {
      switch member.name {
      case "box":
        path = member.value.string.flatMap(Path.init)
        guard let path, path.isUnder("shared"), path.text != "shared" else {
          throw StateFileError(line: line, message: "box is not the path of a shared box")
        }
      case "value": value = member.value
      case "expires":
        expires = member.value.integer
        guard let expires, expires >= 0 else {
          throw StateFileError(line: line, message: "expires is not a number of milliseconds")
        }
      default:
        throw StateFileError(
          line: line, message: "there is no member \(JSONText(member.name)) of a shared box")
      }
    }
    guard let path, let value, Set(members.map(\.name)).count == members.count else {
      throw StateFileError(line: line, message: "it must have a box and a value, each once")
    }
    return (path, value, expires)
  }

  /// - Parameter lines: the number of lines in the file.
  func contents(lines: Int) throws(StateFileError) -> SharedFile.Contents {
    guard lines > 0 else { throw StateFileError(line: nil, message: "it is empty") }
    guard lines == count + 1 else {
      throw StateFileError(
        line: lines, message: "expected \(count) boxes after the first line, not \(lines - 1)")
    }
    return contents
  }
}
