/// One step of what is said when a connection is made.
struct Step {
  /// Nothing when it is for the server to speak.
  let request: [UInt8]
  /// How the answer is read.
  let framing: any Framing
  /// Whether this message of the server's, given as its bytes, ends the answer.
  var isLast: (UnsafeRawBufferPointer) -> Bool = { _ in true }
}
