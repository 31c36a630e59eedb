internal import BoxServer
internal import BoxWire
internal import UVLoop

/// The file that contains shared boxes. Its first line contains the version and the number of lines
/// that follow; each of those is one box, in order of last change:
///
///     {"version":1,"boxes":2}
///     {"box":"shared.weather.now","value":21.5}
///     {"box":"shared.build.state","expires":1790000000000,"value":"running"}
///
/// `expires` is in milliseconds since 1970, UTC.
struct SharedFile: Sendable {
  static let name = "shared.jsonl"
  private static let version = 1

  private let file: ReplacedFile

  var path: String { file.path }

  /// - Parameter directory: the path of the directory.
  init(in directory: String) {
    file = ReplacedFile(path: "\(directory)/\(Self.name)")
  }

  /// Replaces the file, and returns when it is on disk. May block.
  ///
  /// - Parameter time: when the boxes were collected, in milliseconds since 1970.
  func write(_ boxes: [KeptBox], at time: Int) throws(LoopError) {
    try file.replace { output throws(LoopError) in
      try output.write("{\"version\":\(Self.version),\"boxes\":\(boxes.count)}\n")
      for box in boxes {
        try output.write("{\"box\":\"\(box.path)\"")
        if let timeToLive = box.timeToLive {
          try output.write(",\"expires\":\(time + Int(timeToLive / .milliseconds(1)))")
        }
        try output.write(",\"value\":")
        try output.write(box.value)
        try output.write("}\n")
      }
    }
  }

  /// The contents of a file.
  struct Contents {
    /// Boxes that have not expired and are within the limits, in the file's order.
    var boxes: [KeptBox] = []
    /// The paths of boxes that exceed the limits.
    var excess: [Path] = []
  }

  /// Reads the file. May block.
  ///
  /// - Parameter time: now, in milliseconds since 1970.
  /// - Returns: nil when there is no file.
  /// - Throws: `StateFileError` for anything that ``write(_:at:)`` would not write.
  func read(at time: Int, _ limits: ServerLimits) throws(StateFileError) -> Contents? {
    file.removeDraft()
    var reader = SharedFileReader(time: time, limits: limits)
    let lines = try StateFile.read(path, longest: Self.longestLine) {
      (number, members) throws(StateFileError) in
      if number == 1 {
        try reader.begin(members, version: Self.version)
      } else {
        try reader.add(members, line: number)
      }
    }
    guard let lines else { return nil }
    return try reader.contents(lines: lines)
  }

  /// The value of a box is at most as long as an answer.
  private static let longestLine = ProtocolLimits.answer + (4 << 10)
}
