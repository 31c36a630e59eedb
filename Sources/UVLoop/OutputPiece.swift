/// Bytes to be sent, which may be shared with other connections.
public struct OutputPiece {
  public let bytes: [UInt8]
  /// Kept until the kernel has accepted all of the bytes; nil when they are for one connection
  /// only.
  public let hold: AnyObject?

  public init(_ bytes: [UInt8], hold: AnyObject? = nil) {
    self.bytes = bytes
    self.hold = hold
  }
}
