internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// The post that the session shows, and may edit.
@LoopActor
func postScene() -> SessionScene<PostViewModel> {
  let scene = SessionScene<PostViewModel>("session.post")
  scene.publish(WritingBox.title.rawValue, description: "The title, as it was typed while editing.")
  { $0.title }
  scene.publish(
    WritingBox.content.rawValue, description: "The content, as it was typed while editing."
  ) {
    $0.content
  }
  scene.publish(
    WritingBox.isEditing.rawValue, description: "Whether title and content can be changed."
  ) {
    $0.isEditing
  }
  scene.publish(WritingBox.editButtonTitle.rawValue, description: "What the intent edit does next.")
  {
    $0.editButtonTitle
  }
  scene.publish(
    WritingBox.canSave.rawValue, description: "Whether the words that were typed can be saved."
  ) {
    $0.canSave
  }
  scene.publish(WritingBox.isErrorFree.rawValue, description: "Whether the last change succeeded.")
  { $0.isErrorFree }
  scene.intent(
    "edit", summary: "Begins to edit, or saves what was typed.",
    errors: [.failed, .notFound, .conflict, .notAllowed, .limit, .unavailable]
  ) { post, _ in
    try await answering { () async throws(WritingError) in
      try await post.edit()
      return []
    }
  }
  scene.intent(
    "setTitle", summary: "Changes the title, while the post is being edited.",
    errors: [.failed, .notFound, .limit],
    Parameter<String>(.title, example: "What both trials showed")
  ) { post, _, title in
    try await answering { () async throws(WritingError) in
      try post.setTitle(title)
      return []
    }
  }
  scene.intent(
    "setContent", summary: "Changes the content, while the post is being edited.",
    errors: [.failed, .notFound, .limit], Parameter<String>(.content, example: "It is faster.")
  ) { post, _, content in
    try await answering { () async throws(WritingError) in
      try post.setContent(content)
      return []
    }
  }
  scene.intent(
    "cancel", summary: "Ends editing with the words that are stored.",
    errors: [.failed, .notFound]
  ) { post, _ in
    try await answering { () async throws(WritingError) in
      try post.cancel()
      return []
    }
  }
  scene.intent(
    "delete", summary: "Removes the post.", confirm: PostItem.deletion,
    errors: [.failed, .notFound, .notAllowed, .unavailable]
  ) { post, _ in
    try await answering { () async throws(WritingError) in
      try await post.delete()
      return []
    }
  }
  return scene
}
