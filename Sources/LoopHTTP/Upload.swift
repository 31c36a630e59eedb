internal import CCurl

/// The body of a request, which libcurl takes in parts, and cannot take again.
final class Upload {
  /// In bytes; nil while more may be added.
  let size: Int?
  private var bytes: [UInt8]
  /// The number of `bytes` that libcurl has taken.
  private var taken = 0
  /// Whether something of it may have been sent.
  private(set) var hasBegun = false

  /// A complete body.
  init(_ body: [UInt8]) {
    bytes = body
    size = body.count
  }

  /// A body to which parts are added while the request is in flight. It has no end.
  ///
  /// - Parameter first: the first part.
  init(beginningWith first: [UInt8]) {
    bytes = first
    size = nil
  }

  /// Adds a part. libcurl takes it when the transfer proceeds (``TransferQueue/proceed(_:)``).
  func add(_ part: [UInt8]) {
    bytes.removeFirst(taken)
    taken = 0
    bytes += part
  }

  /// - Returns: what libcurl's callback returns.
  fileprivate func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - taken)
    if count == 0 { return size == nil ? Int(CURL_READFUNC_PAUSE) : 0 }
    bytes.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<(taken + count)]))
    }
    taken += count
    hasBegun = true
    return count
  }
}

/// libcurl's callback for a part of the body of a request; returns 0 at its end.
let onUpload: curl_read_callback = { bytes, size, count, owner in
  guard let owner else { return 0 }
  let upload = Unmanaged<Upload>.fromOpaque(owner).takeUnretainedValue()
  return upload.take(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}
