internal import BoxWire
internal import UVLoop

/// The receiving half of a connection: splits what arrives into lines, and keeps what has to wait.
@LoopActor
final class RequestReader {
  /// nil once nothing more is read.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var splitter: LineSplitter?
  /// A line that waits for its turn, ahead of all others.
  private var next: [UInt8]?
  /// Maximum length of a line in bytes, without its LF.
  let limit: Int
  /// The number of bytes of the splitter's memory when it was last used.
  private var splitterBytes = 0
  /// The number of bytes read so far.
  private(set) var readBytes = 0

  /// Takes a line, valid during the call, and returns whether it wants more.
  typealias Receiver = @LoopActor (UnsafeRawBufferPointer) -> Bool

  init(limit: Int) {
    self.limit = limit
    splitter = LineSplitter(limit: limit)
  }

  /// The number of bytes of memory for what was read but not yet taken.
  var heldBytes: Int { splitterBytes + (next?.count ?? 0) }
  /// Whether lines, or a part of one, are kept.
  var holds: Bool { next != nil || pendingBytes > 0 }
  private var pendingBytes: Int { splitter?.pendingBytes ?? 0 }

  /// Counts bytes that have arrived.
  func count(_ bytes: Int) {
    readBytes += bytes
  }

  /// Adds bytes to what is kept.
  func hold(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    splitter?.hold(bytes)
    splitterBytes = splitter?.capacity ?? 0
  }

  /// Keeps a line that was just taken, ahead of all others.
  func putBack(_ line: UnsafeRawBufferPointer) {
    next = Array(line)
  }

  /// Frees what it keeps. Nothing more is read.
  func stop() {
    next = nil
    splitter = nil
    splitterBytes = 0
  }

  /// Hands over the lines that are kept, as long as more are wanted.
  func handOver(_ receive: Receiver) -> LineSplitter.Outcome {
    if let line = next {
      next = nil
      guard line.withUnsafeBytes({ receive($0) }) else { return .stopped }
    }
    return handOver(UnsafeRawBufferPointer(start: nil, count: 0), receive)
  }

  /// Hands over the lines that are kept, and those that these bytes complete, as long as more are
  /// wanted.
  func handOver(_ bytes: UnsafeRawBufferPointer, _ receive: Receiver) -> LineSplitter.Outcome {
    var rest = bytes
    // The rest of a line, or lines that were kept, come first; what follows is read in place.
    if pendingBytes > 0 {
      let head = LineSplitter.endOfLine(in: rest) ?? rest.count
      let outcome = handOverKept(UnsafeRawBufferPointer(rebasing: rest[..<head]), receive)
      rest = UnsafeRawBufferPointer(rebasing: rest[head...])
      if outcome == .tooLong { return outcome }
      if outcome == .stopped || pendingBytes > 0 {
        hold(rest)
        return outcome
      }
    }
    let lines = LineSplitter(limit: limit)
    while splitter != nil {
      switch lines.next(in: &rest) {
      case .line(let line):
        guard !receive(line) else { continue }
        hold(rest)
        return .stopped
      case .rest:
        hold(rest)
        return .done
      case .tooLong: return .tooLong
      }
    }
    return .stopped
  }

  private func handOverKept(
    _ bytes: UnsafeRawBufferPointer, _ receive: Receiver
  ) -> LineSplitter.Outcome {
    // Moved out, so that nothing that a line does finds it in use.
    var held: LineSplitter? = LineSplitter(limit: limit)
    swap(&held, &splitter)
    let outcome = held?.feed(bytes) { receive($0) }
    guard splitter != nil, let outcome else { return .stopped }
    swap(&held, &splitter)
    splitterBytes = splitter?.capacity ?? 0
    return outcome
  }
}
