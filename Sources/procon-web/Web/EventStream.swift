internal import BoxWire
internal import CMicrohttpd
internal import UVLoop

/// The Server-Sent Events of one page. What is sent is kept until the browser has read it.
@LoopActor
final class EventStream {
  /// Called once, when the browser has gone.
  var ended: (@LoopActor () -> Void)?
  /// Called when the browser has read everything.
  var drained: (@LoopActor () -> Void)?
  /// The server that sends it; nil until it is sent.
  weak var server: WebServer?
  /// The connection that waits for more; nil while it does not.
  private var suspended: OpaquePointer?
  private var unread: ArraySlice<UInt8> = []
  private var hasEnded = false

  nonisolated init() {}

  /// Returns an event.
  ///
  /// - Parameters:
  ///   - position: what its boxes are up to.
  ///   - data: one line.
  static func event(_ event: String, at position: Subscribe.Position, data: String) -> [UInt8] {
    Array("id: \(id(of: position))\nevent: \(event)\ndata: \(data)\n\n".utf8)
  }

  /// Returns the id of events at a position. Line ends are left out, with which a daemon could send events
  /// of its own.
  static func id(of position: Subscribe.Position) -> String {
    "\(position.epoch) \(position.revision)".filter {
      $0.isLetter || $0.isNumber || " -_".contains($0)
    }
  }

  /// Whether something was sent that the browser has not read. Then it is better to wait: more may change
  /// in the meantime.
  var isBusy: Bool { !unread.isEmpty }

  /// Keeps the connection open through proxies, and notices a browser that has gone.
  func sendComment() {
    if !isBusy { send(Array(": \n\n".utf8)) }
  }

  /// Ends it after what was sent.
  func end() {
    hasEnded = true
    resume()
  }

  /// Sends an event.
  func send(_ event: [UInt8]) {
    guard !hasEnded else { return }
    // One that others get, too, has its memory once.
    if unread.isEmpty { unread = event[...] } else { unread += event }
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
      // Its memory is that of the longest event.
      unread = []
      drained?()
      return 0
    }
    let count = min(buffer.count, unread.count)
    buffer.copyBytes(from: unread.prefix(count))
    unread = unread.dropFirst(count)
    return count
  }

  func released() {
    suspended = nil
    hasEnded = true
    drained = nil
    ended?()
    ended = nil
  }
}
