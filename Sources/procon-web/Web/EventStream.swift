internal import CMicrohttpd
internal import UVLoop

/// The Server-Sent Events of one page. What is sent is kept until the browser reads it, up to
/// `WebLimits.unread`; a browser that leaves more unread is disconnected, and resumes when it
/// reconnects.
@LoopActor
final class EventStream {
  /// Called once, when the browser has gone.
  var ended: (@LoopActor () -> Void)?
  /// The server that sends it; nil until it is sent.
  weak var server: WebServer?
  /// The connection that waits for more; nil while it does not.
  private var suspended: OpaquePointer?
  private var unread: ArraySlice<UInt8> = []
  private var hasEnded = false

  nonisolated init() {}

  /// Sends an event.
  ///
  /// - Parameters:
  ///   - id: the position from which a browser resumes. Line ends are left out, with which a daemon could
  ///     send events of its own.
  ///   - data: one line.
  func send(_ event: String, id: String, data: String) {
    let id = id.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    send("id: \(id)\nevent: \(event)\ndata: \(data)\n\n")
  }

  /// Keeps the connection open through proxies, and notices a browser that has gone.
  func sendComment() {
    send(": \n\n")
  }

  /// Ends it after what was sent.
  func end() {
    hasEnded = true
    resume()
  }

  private func send(_ text: String) {
    guard !hasEnded else { return }
    // One that is longer is sent all the same: the next one waits for it.
    if unread.count > WebLimits.unread {
      unread = []
      hasEnded = true
    } else {
      unread += text.utf8
    }
    resume()
  }

  private func resume() {
    guard let connection = suspended else { return }
    suspended = nil
    server?.resume(connection)
  }

  // MARK: For the server

  /// Copies what is unread to a buffer. If there is nothing, the connection is suspended until there is.
  ///
  /// - Returns: the number of bytes; -1 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, _ connection: OpaquePointer) -> Int {
    guard !unread.isEmpty else {
      if hasEnded { return -1 }
      suspended = connection
      server?.suspend(connection)
      return 0
    }
    let count = min(buffer.count, unread.count)
    buffer.copyBytes(from: unread.prefix(count))
    unread.removeFirst(count)
    return count
  }

  func released() {
    suspended = nil
    hasEnded = true
    ended?()
    ended = nil
  }
}
