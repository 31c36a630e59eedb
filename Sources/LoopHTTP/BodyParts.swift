internal import UVLoop

/// A body between libcurl, which adds parts, and a reader, who takes them.
///
/// libcurl pauses while there is much to read, so a slow reader costs little memory.
final class BodyParts {
  private var bytes: [UInt8] = []
  /// How the body ended; nil until then.
  private var end: Result<Void, HTTPError>?
  private var reader: CheckedContinuation<Void, Never>?
  /// Whether libcurl has to be told that there is room again.
  private(set) var isPaused = false

  /// In bytes; libcurl adds up to 16 KiB at once.
  private static let most = 262_144

  /// Adds a part. Returns false if there is no room: libcurl then pauses, and adds it again later.
  func add(_ part: UnsafeRawBufferPointer) -> Bool {
    isPaused = bytes.count >= Self.most
    if isPaused { return false }
    bytes += part
    wake()
    return true
  }

  /// Notes the end. A second call does nothing.
  func end(_ result: Result<Void, HTTPError>) {
    end = end ?? result
    wake()
  }

  /// Takes all that has arrived; empty if nothing has, nil at the end.
  func take() throws(HTTPError) -> [UInt8]? {
    if bytes.isEmpty, let end {
      try end.get()
      return nil
    }
    isPaused = false
    defer { bytes = [] }
    return bytes
  }

  /// Waits until something has arrived, the body has ended, or ``wake()``; also until somebody else
  /// waits.
  @LoopActor
  func wait() async {
    await withCheckedContinuation { continuation in
      wake()
      guard bytes.isEmpty, end == nil else { return continuation.resume() }
      reader = continuation
    }
  }

  func wake() {
    reader?.resume()
    reader = nil
  }
}
