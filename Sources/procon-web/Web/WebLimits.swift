/// What a browser may send, and how many may be served.
enum WebLimits {
  /// In bytes: the largest form is a post, whose content has at most 64 KiB, which percent-encoding
  /// makes three times as long.
  static let body = 256 << 10
  /// In bytes, for the headers of a request and the answer that is being sent.
  static let connectionMemory = 32 << 10
  static let connections: UInt32 = 512
  /// Without a byte in either direction.
  static let idleSeconds: UInt32 = 60
  /// In bytes of a stream that a browser does not read.
  static let unread = 1 << 20
}
