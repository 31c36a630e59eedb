/// How a server's messages are told apart on one connection.
protocol Framing: Sendable {
  /// The first message.
  ///
  /// - Returns: nil when it is not whole.
  /// - Throws: `Failure.malformed` for what is no message, `Failure.refused` for one that says that
  ///   the server does not do what was asked.
  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame?
}

/// One message on a connection.
struct Frame: Equatable {
  /// In bytes, from the first byte of what was looked at.
  let length: Int
  /// Where in it the published value is; nil when it has none.
  var value: Range<Int>?
}

extension UnsafeRawBufferPointer {
  /// What is left from `start` on.
  func dropping(_ start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[start...])
  }

  /// The beginning, as text for an error.
  var excerpt: String {
    String(decoding: prefix(80), as: UTF8.self).debugDescription
  }
}
