internal import Glibc

/// Cuts a stream of bytes into lines, in whatever pieces it comes.
public struct LineSplitter: Sendable {
  /// What became of the bytes that were fed.
  public enum Outcome: Equatable, Sendable {
    /// All whole lines were handed over.
    case done
    /// The receiver stopped; what it did not get is kept for the next call.
    case stopped
    /// A line is longer than the limit. Nothing more can be read from this stream.
    case tooLong
  }

  /// Longest line in bytes, LF not counted; a CR before the LF is.
  public let limit: Int
  /// What is not handed over yet begins at `start`.
  private var pending: [UInt8] = []
  private var start = 0
  /// Up to where `pending` is known to hold no LF behind `start`.
  private var searched = 0

  /// - Parameter limit: longest line in bytes, LF not counted; a CR before the LF is.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Bytes that are held because their line has no end yet, or the receiver stopped.
  public var pendingBytes: Int { pending.count - start }

  /// Bytes of memory for these.
  package var capacity: Int { pending.capacity }

  /// Takes the next bytes of the stream and hands over each line that is whole, without its LF and
  /// without a CR before it. Empty lines are left out.
  ///
  /// - Parameter receive: is given a line, valid during the call; returns whether it wants more.
  public mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ receive: (UnsafeRawBufferPointer) -> Bool
  ) -> Outcome {
    if pending.isEmpty {
      let (used, outcome) = split(bytes, from: 0, searched: 0, receive)
      pending.append(contentsOf: bytes[used...])
      searched = outcome == .stopped ? 0 : pending.count
      return outcome
    }
    append(bytes)
    // Taken out, so that it is not in use while the receiver runs.
    let held = pending
    pending = []
    let (used, outcome) = held.withUnsafeBytes {
      split($0, from: start, searched: searched, receive)
    }
    if outcome == .stopped, used < held.count {
      // Many lines may be asked for one by one: the rest stays where it lies.
      pending = held
      start = used
      searched = used
    } else {
      pending = used == 0 ? held : Array(held[used...])
      start = 0
      searched = pending.count
    }
    return outcome
  }

  /// What comes next of bytes that are looked at where they lie.
  package enum Step {
    /// A line, without its LF and without a CR before it; never empty.
    case line(UnsafeRawBufferPointer)
    /// No line that is whole: the rest is to be given to ``keep(_:)``.
    case rest
    /// A line is longer than the limit. Nothing more can be read from this stream.
    case tooLong
  }

  /// Finds the next line that is whole, when no bytes are pending: the same as ``feed(_:_:)``, step by
  /// step.
  ///
  /// - Parameter bytes: begin behind the line afterwards.
  package func next(in bytes: inout UnsafeRawBufferPointer) -> Step {
    while let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) {
      let count = UnsafeRawPointer(found) - base
      guard count <= limit else { return .tooLong }
      let end = count > 0 && bytes[count - 1] == 0x0D ? count - 1 : count
      let line = UnsafeRawBufferPointer(rebasing: bytes[..<end])
      bytes = UnsafeRawBufferPointer(rebasing: bytes[(count + 1)...])
      if !line.isEmpty { return .line(line) }
    }
    return bytes.count > limit ? .tooLong : .rest
  }

  /// The offset behind the first LF; nil when there is none.
  package static func endOfLine(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else {
      return nil
    }
    return UnsafeRawPointer(found) - base + 1
  }

  /// Takes the next bytes of the stream without looking at them; they are pending then.
  package mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    append(bytes)
    searched = start
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    if start > 0 {
      pending.removeFirst(start)
      searched -= start
      start = 0
    }
    pending.append(contentsOf: bytes)
  }

  /// - Returns: the offset behind the last line that was handed over.
  private func split(
    _ bytes: UnsafeRawBufferPointer, from first: Int, searched: Int,
    _ receive: (UnsafeRawBufferPointer) -> Bool
  ) -> (used: Int, outcome: Outcome) {
    var start = first
    var search = searched
    while let base = bytes.baseAddress, search < bytes.count,
      let found = memchr(base + search, 0x0A, bytes.count - search)
    {
      let end = UnsafeRawPointer(found) - base
      guard end - start <= limit else { return (start, .tooLong) }
      let isStopped = !hand(bytes[start..<end], receive)
      start = end + 1
      search = start
      if isStopped { return (start, .stopped) }
    }
    return (start, bytes.count - start > limit ? .tooLong : .done)
  }

  private func hand(
    _ line: Slice<UnsafeRawBufferPointer>, _ receive: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    let text = line.last == 0x0D ? line.dropLast() : line
    return text.isEmpty || receive(UnsafeRawBufferPointer(rebasing: text))
  }
}
