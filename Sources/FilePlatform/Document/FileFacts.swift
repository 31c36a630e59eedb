internal import Domain

/// Attributes of a file that replace what people left out in it.
struct FileFacts {
  /// When it was last written.
  let modified: Timestamp
  /// The name of its owner.
  let owner: String
}
