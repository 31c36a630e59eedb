internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// The post that is being written, while the route has a draft.
@LoopActor
func draftScene() -> SessionScene<DraftViewModel> {
  let scene = SessionScene<DraftViewModel>("session.draft")
  scene.publish(WritingBox.title.rawValue, description: "The title as it was typed.") { $0.title }
  scene.publish(WritingBox.content.rawValue, description: "The content as it was typed.") {
    $0.content
  }
  scene.publish(
    WritingBox.canSave.rawValue, description: "Whether both have words, and nothing is being saved."
  ) {
    $0.canSave
  }
  scene.publish(WritingBox.isFetching.rawValue, description: "Whether the draft is being saved.") {
    $0.isFetching
  }
  scene.publish(WritingBox.isErrorFree.rawValue, description: "Whether it could be saved.") {
    $0.isErrorFree
  }
  scene.intent(
    "setTitle", summary: "Changes the title.", errors: [.notFound, .limit],
    Parameter<String>(.title, example: "What the trial showed")
  ) { draft, _, title in
    try await answering { () async throws(WritingError) in
      try draft.setTitle(title)
      return []
    }
  }
  scene.intent(
    "setContent", summary: "Changes the content.", errors: [.notFound, .limit],
    Parameter<String>(.content, example: "It is faster.\nIt is louder, too.")
  ) { draft, _, content in
    try await answering { () async throws(WritingError) in
      try draft.setContent(content)
      return []
    }
  }
  scene.intent(
    "save", summary: "Writes the post and removes the draft. A failure keeps the draft.",
    answers: [MemberDescription(.id, .string, "The id of the new post.")],
    errors: [.failed, .notFound, .notAllowed, .limit, .unavailable]
  ) { draft, _ in
    try await answering { () async throws(WritingError) in
      answer(.id, JSONText(try await draft.save()))
    }
  }
  scene.intent("cancel", summary: "Removes the draft.", errors: [.failed, .notFound]) { draft, _ in
    try await answering { () async throws(WritingError) in
      try draft.cancel()
      return []
    }
  }
  return scene
}
