internal import BoxClient
internal import UVLoop

/// The views of the scenes that have been shown, so that each keeps its selection.
@LoopActor
final class SceneViews {
  /// Called when what a view shows has changed by itself.
  var redraw: (@LoopActor () -> Void)?
  private(set) var shown: (any SceneView)?
  private var views: [String: any SceneView] = [:]

  /// The most views that are kept; a route is rarely longer.
  private static let most = 16

  func show(_ scene: ShownScene, isOwn: Bool) {
    let name = scene.entry.map { "\($0.scene) \($0.place ?? "") \($0.id ?? "")" } ?? ""
    let view = views[name] ?? make(scene.entry)
    if views.count >= Self.most { views = [:] }
    views[name] = view
    view.show(scene, isOwn: isOwn)
    shown = view
  }

  private func make(_ entry: Route.Entry?) -> any SceneView {
    switch (entry.flatMap { KnownScene(rawValue: $0.scene) }, entry?.place) {
    case (.topics, _):
      let view = TopicsView()
      view.news.faded = { [weak self] in self?.redraw?() }
      return view
    case (.board, let place?):
      let view = BoardView(at: place)
      view.news.faded = { [weak self] in self?.redraw?() }
      return view
    case (.posts, let place?): return PostsView(at: place)
    case (.post, _): return WritingView(isDraft: false)
    case (.draft, _): return WritingView(isDraft: true)
    case (.login, _): return LoginView()
    default: return DescribedView()
    }
  }
}
