internal import Boxes

/// The error box of a scene in which a post is written.
final class WritingAlert {
  var content: Output<Content> { Output(box) }

  private let box = Box(Content())
  private var isConflict = false

  func show(_ error: WritingError) {
    if case .conflict = error { isConflict = true } else { isConflict = false }
    box.show(Content(status: false, message: error.message))
  }

  func clear() {
    isConflict = false
    box.show(Content())
  }

  /// To be called when the words have changed. What others changed in between is not undone by that,
  /// but most other failures may be.
  func wordsChanged() {
    if !isConflict { clear() }
  }
}
