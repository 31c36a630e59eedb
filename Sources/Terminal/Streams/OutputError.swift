package import UVLoop

/// The reason why nothing can be written any longer.
package enum OutputError: Error, Equatable {
  /// The reader closed its end. Most programs then exit without a message.
  case readerGone
  /// The system refused to write.
  case failed(LoopError)
}
