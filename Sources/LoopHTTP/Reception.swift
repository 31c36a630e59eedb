internal import CCurl

/// What has arrived of an answer, within the limits.
final class Reception {
  private(set) var body: [UInt8] = []
  /// What gets the body instead, in parts; nil if the body is kept as a whole.
  let parts: BodyParts?
  /// Whether the headers ended with an empty line. libcurl does not mind if the connection ends
  /// before it.
  private(set) var hasAllHeaders = false
  /// The limit that the answer exceeded, in bytes; nil if none.
  private(set) var exceeded: Int?
  private var isInterim = false
  private var headers = 0
  private let limits: HTTPLimits

  init(_ limits: HTTPLimits, _ parts: BodyParts?) {
    self.limits = limits
    self.parts = parts
  }

  /// Whether the headers of the answer itself have arrived, after those of interim ones.
  var hasBegun: Bool { hasAllHeaders && !isInterim }

  /// - Parameter line: with its line end.
  /// - Returns: whether to continue.
  fileprivate func addHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    // After an interim answer, another one follows. Trailers follow the body.
    if line.starts(with: "HTTP/".utf8) {
      hasAllHeaders = false
      isInterim =
        line.split(separator: UInt8(ascii: " ")).dropFirst().first?.first == UInt8(ascii: "1")
    }
    if ["\r\n", "\n"].contains(where: { line.elementsEqual($0.utf8) }) { hasAllHeaders = true }
    headers += line.count
    guard headers <= limits.headers else {
      exceeded = limits.headers
      return false
    }
    return true
  }

  /// - Returns: what libcurl's callback returns.
  fileprivate func addBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    if let parts { return parts.add(bytes) ? bytes.count : Int(CURL_WRITEFUNC_PAUSE) }
    guard body.count + bytes.count <= limits.body else {
      exceeded = limits.body
      body = []
      // Not 0, which libcurl would take for success if a part were empty.
      return Int(CURL_WRITEFUNC_ERROR)
    }
    body += bytes
    return bytes.count
  }
}

/// libcurl's callback for a line of the headers; returns less than the size to end the transfer.
let onHeader: curl_write_callback = { bytes, size, count, owner in
  guard let owner else { return 0 }
  let reception = Unmanaged<Reception>.fromOpaque(owner).takeUnretainedValue()
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return reception.addHeader(line) ? line.count : 0
}

/// libcurl's callback for a part of the body, decompressed; returns less than the size to end or pause
/// the transfer.
let onBody: curl_write_callback = { bytes, size, count, owner in
  guard let owner else { return 0 }
  let reception = Unmanaged<Reception>.fromOpaque(owner).takeUnretainedValue()
  return reception.addBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
}
