internal import Boxes
internal import Domain

/// The title and the content of a post that is being written.
struct EditedText {
  let title = Box("")
  let content = Box("")

  var words: PostWords { (title.value, content.value) }

  var state: SessionState.Text { SessionState.Text(title: title.value, content: content.value) }

  func restore(_ state: SessionState.Text) {
    title.show(state.title)
    content.show(state.content)
  }

  /// Whether neither of them is blank.
  var isComplete: Bool { !title.value.isBlank && !content.value.isBlank }

  /// Throws `.tooLong`.
  func set(_ part: WritingError.PostPart, to text: String) throws(WritingError) {
    let (box, limit) =
      switch part {
      case .title: (title, SessionLimits.titleBytes)
      case .content: (content, SessionLimits.contentBytes)
      }
    guard text.utf8.count <= limit else { throw .tooLong(part, limit: limit) }
    box.show(text)
  }

  /// - Parameter post: nil for blank texts.
  func show(_ post: Post?) {
    title.show(post?.title ?? "")
    content.show(post?.content ?? "")
  }
}

extension String {
  /// Whether there is nothing left of it when it is trimmed.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

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

extension Box where Value: Equatable {
  /// Assigns the value unless the box already has it.
  func show(_ value: Value) {
    if self.value != value { self.value = value }
  }
}
