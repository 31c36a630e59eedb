internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// The views of the scenes that have been shown, so that each keeps its selection.
@LoopActor
final class SceneViews {
  /// Called when what a view shows has changed by itself.
  var redraw: (@LoopActor () -> Void)?
  /// Calls an intent that changes nothing, and passes on its answer; nil if there is none.
  var inquire: (@LoopActor (Call, @escaping @LoopActor (JSONText?) -> Void) -> Void)?
  private(set) var shown: (any SceneView)?
  private var scene: ShownScene?
  private var views: [String: any SceneView] = [:]

  /// The most views that are kept, apart from those of the route.
  private static let most = 16

  /// - Parameter isWaiting: whether an intent of the user is being carried out.
  func show(_ scene: ShownScene, isWaiting: Bool) {
    let name = scene.entry?.identity ?? ""
    let view = views[name] ?? make(scene.entry)
    views[name] = view
    if views.count > Self.most {
      let route = scene[SessionRoute.pattern.text].map { SessionRoute($0) }
      let names = Set((route?.stack ?? []).map(\.identity) + [name])
      views = views.filter { names.contains($0.key) }
    }
    let shown = (self.shown as? MenuView)?.below === view ? self.shown : nil
    let next = shown ?? view
    next.show(scene, next !== self.shown ? .entered : isWaiting ? .waiting : .changed)
    (self.shown, self.scene) = (next, scene)
  }

  /// Shows what can be done, in place of a scene that shows something else.
  func openMenu() {
    guard let shown, let scene, !(shown is MenuView), !(shown is DescribedView) else { return }
    let menu = MenuView(over: shown, scene)
    menu.closed = { [weak self, weak menu] in
      // An intent may have led to another scene.
      guard let self, self.shown === menu else { return }
      self.shown = shown
      redraw?()
    }
    self.shown = menu
  }

  /// Asks for parameters of an intent, in place of the scene.
  ///
  /// - Parameters:
  ///   - asking: the parameters; nil for all that are not given.
  ///   - given: what the intent is called with besides.
  /// - Returns: what follows from it, unless it has parameters.
  func openForm(of intent: String, asking: [ParameterName]?, given: Parameters) -> Deed? {
    openMenu()
    return (shown as? MenuView)?.choose(intent, asking: asking, given: given)
  }

  private func make(_ entry: SessionRoute.Entry?) -> any SceneView {
    let view: any SceneView =
      switch (entry.flatMap { KnownScene(rawValue: $0.scene) }, entry?.place) {
      case (.topics, _): TopicsView()
      case (.board, let place?): BoardView(at: place)
      case (.posts, let place?): PostsView(at: place)
      case (.post, _): WritingView(isDraft: false)
      case (.draft, _): WritingView(isDraft: true)
      case (.login, _): LoginView()
      default: DescribedView()
      }
    view.news?.changed = { [weak self] in self?.redraw?() }
    view.news?.inquire = { [weak self] in self?.inquire?($0, $1) }
    return view
  }
}
