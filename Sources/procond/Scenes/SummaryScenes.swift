internal import Application
internal import BoxServer
internal import UVLoop

/// The topics in a few figures: `<root>.<topic>.summary`, available for all topics at once, so that
/// a list of topics is one pattern.
@LoopActor
func summaryScenes(
  _ root: String, _ viewModel: @escaping @LoopActor (_ topic: String) -> TopicViewModel
) -> SceneFamily<TopicViewModel> {
  let scenes = SceneFamily("\(root).*", .always, make: viewModel)
  scenes.publish("summary", description: "The topic in a few figures.") { $0.summary }
  return scenes
}
