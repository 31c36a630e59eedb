internal import Glibc

/// Splits a stream of bytes into lines, in whatever pieces the bytes arrive.
public struct LineSplitter: Sendable {
  /// What happened to the bytes that were fed.
  public enum Outcome: Equatable, Sendable {
    /// All complete lines were handed over.
    case done
    /// The receiver stopped; the rest is kept for the next call.
    case stopped
    /// A line is longer than the limit. Nothing more can be read from this stream.
    case tooLong
  }

  /// Maximum length of a line in bytes, without its LF; a CR before the LF counts.
  public let limit: Int
  /// Bytes that are not handed over yet, from `start`.
  private var pending: [UInt8] = []
  private var start = 0
  /// Up to here, `pending` is known to contain no LF after `start`.
  private var searched = 0

  /// - Parameter limit: maximum length of a line in bytes, without its LF; a CR before the LF
  ///   counts.
  public init(limit: Int) {
    self.limit = limit
  }

  /// The number of bytes held because their line is incomplete, or the receiver stopped.
  public var pendingBytes: Int { pending.count - start }

  /// A copy of them.
  package var held: [UInt8] { Array(pending[start...]) }

  /// The number of bytes of memory allocated for them.
  package var capacity: Int { pending.capacity }

  /// Takes the next bytes of the stream and hands over each complete line, without its LF and
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
    // Moved out, so that it is not in use while the receiver runs.
    let held = pending
    pending = []
    let (used, outcome) = held.withUnsafeBytes {
      split($0, from: start, searched: searched, receive)
    }
    if outcome == .stopped, used < held.count {
      // Many lines may be requested one by one, so the rest stays where it is.
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

  /// The next step when bytes are read in place.
  package enum Step {
    /// A line, without its LF and without a CR before it; never empty.
    case line(UnsafeRawBufferPointer)
    /// No complete line: pass the rest to ``keep(_:)``.
    case rest
    /// A line is longer than the limit. Nothing more can be read from this stream.
    case tooLong
  }

  /// Finds the next complete line when no bytes are pending: ``feed(_:_:)`` in single steps.
  ///
  /// - Parameter bytes: start after the line afterwards.
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

  /// The offset after the first LF; nil when there is none.
  package static func endOfLine(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else {
      return nil
    }
    return UnsafeRawPointer(found) - base + 1
  }

  /// Adds the next bytes of the stream to the pending ones, without searching them.
  package mutating func hold(_ bytes: UnsafeRawBufferPointer) {
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

  /// - Returns: the offset after the last line that was handed over.
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
