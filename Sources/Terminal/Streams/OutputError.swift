package import UVLoop

/// The reason why nothing can be written any more.
package enum OutputError: Error, Equatable {
  /// The reader closed its end. Most programs exit without a message then.
  case readerGone
  /// The system refused to write.
  case failed(LoopError)
}
