internal import Application
internal import BoxServer
internal import Domain
internal import UVLoop

/// A topic in a few figures: `topics.<topic>.summary`.
@LoopActor
func summaryScene(_ viewModel: TopicViewModel) -> Scene {
  let scene = Scene("topics.\(viewModel.topic.id)")
  scene.publish(
    viewModel.summary, as: "summary", description: "The topic in a few figures.")
  scene.onFirstUse {
    // Failures are in the sides' boxes.
    try? await viewModel.pros.fetch()
    try? await viewModel.cons.fetch()
  }
  return scene
}
