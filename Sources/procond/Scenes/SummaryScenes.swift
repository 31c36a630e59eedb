internal import Application
internal import BoardValues
internal import BoxServer
internal import Boxes
internal import UVLoop

/// The topics in a few figures: `<root>.<topic>.summary`, available for all topics at once, so that
/// a list of topics is one pattern.
///
/// - Parameter freshness: how old the figures are; nil unless they are copies.
@LoopActor
func summaryScenes(
  _ root: String, freshness: Output<FreshnessItem>?,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> TopicViewModel
) -> SceneFamily<TopicViewModel> {
  let scenes = SceneFamily("\(root).*", .always, make: viewModel)
  scenes.publish("summary", description: "The topic in a few figures.") { $0.summary }
  if let freshness {
    scenes.publish("freshness", description: freshnessDescription) { _ in freshness }
  }
  return scenes
}
