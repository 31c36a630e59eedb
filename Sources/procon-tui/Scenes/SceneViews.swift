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
  /// What is remembered for the next run.
  var remembered = Remembered()
  private(set) var shown: (any SceneView)?
  /// The list of topics beside the scene that is shown; nil if there is none.
  private(set) var topics: TopicsView?
  /// Whether keys are about the list of topics beside the scene.
  var isOnTopics = false
  /// What a view in front is shown in place of; nil if there is none.
  private var behind: (any SceneView)?
  /// What was chosen in the palette, the last one first.
  private var recent: [PaletteEntry.Action] = []
  private var scene: ShownScene?
  private var views: [String: any SceneView] = [:]

  /// The most views that are kept, apart from those of the route.
  private static let most = 16
  /// The most things that the palette shows first because they were chosen before.
  private static let mostRecent = 5

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
    // What is in front stays there.
    let next = behind === view ? shown ?? view : view
    if next === view { behind = nil }
    next.show(scene, next !== self.shown ? .entered : isWaiting ? .waiting : .changed)
    (self.shown, self.scene) = (next, scene)
    remember()
  }

  private func remember() {
    for view in views.values {
      if let topics = view as? TopicsView { remembered.order = topics.order }
    }
    guard let board = shown as? BoardView else { return }
    (remembered.topic, remembered.list) = (board.place, board.besideKind ?? remembered.list)
  }

  /// Remembers what is shown for the next run.
  func save() {
    remember()
    remembered.save()
  }

  // MARK: Views in front

  /// Shows all that can be done with what keys are about.
  ///
  /// - Parameters:
  ///   - topics: the list of topics beside the scene; nil if there is none.
  ///   - choose: receives what the user has chosen.
  func openPalette(
    _ topics: ShownScene?, choose: @escaping @LoopActor (PaletteEntry.Action) -> Void
  ) {
    guard let (below, scene) = base(topics) else { return }
    let palette = PaletteView(over: below, scene, recent: recent)
    palette.chosen = { [weak self] action in
      guard let self else { return }
      recent = Array(([action] + recent.filter { $0 != action }).prefix(Self.mostRecent))
      choose(action)
    }
    open(palette)
  }

  /// Asks for parameters of an intent, in front of the scene.
  ///
  /// - Parameters:
  ///   - asking: the parameters; nil for all that are not given.
  ///   - given: what the intent is called with besides.
  ///   - showsAnswer: whether the scene does not show the effect, so that the answer is shown.
  ///   - topics: the list of topics beside the scene; nil if there is none.
  /// - Returns: what follows from it, unless it has parameters.
  func openForm(
    of intent: String, asking: [ParameterName]? = nil, given: Parameters = Parameters(),
    showsAnswer: Bool = false, _ topics: ShownScene?
  ) -> Deed? {
    guard let (below, scene) = base(topics) else { return nil }
    let form = FormView(over: below, scene, showsAnswer: showsAnswer)
    open(form)
    return form.choose(intent, asking: asking, given: given)
  }

  /// What keys are about, unless there is a view in front of it.
  private func base(_ topics: ShownScene?) -> (view: any SceneView, scene: ShownScene)? {
    guard let shown, let scene, !(shown is any FrontView) else { return nil }
    if isOnTopics, let view = self.topics, let topics { return (view, topics) }
    return (shown, scene)
  }

  private func open(_ front: any FrontView) {
    let wasOnTopics = isOnTopics
    front.closed = { [weak self, weak front] in
      // An intent may have led to another scene.
      guard let self, let front, shown === front else { return }
      (shown, behind, isOnTopics) = (behind, nil, wasOnTopics)
      redraw?()
    }
    (behind, shown, isOnTopics) = (shown, front, false)
  }

  // MARK: Panes

  /// The view that keys are about.
  var focused: (any SceneView)? { isOnTopics ? topics ?? shown : shown }

  /// Shows the list of topics beside a board.
  ///
  /// - Parameter scene: nil for no list.
  func showTopics(_ scene: ShownScene?, isWaiting: Bool) {
    guard let scene, let entry = scene.entry, entry.scene == KnownScene.topics.rawValue,
      let place = self.scene?.entry?.place,
      self.scene?.entry?.scene == KnownScene.board.rawValue
    else {
      topics?.isBeside = false
      (topics, isOnTopics) = (nil, false)
      return
    }
    let view = views[entry.identity] ?? make(entry)
    views[entry.identity] = view
    guard let new = view as? TopicsView else { return }
    let isNew = topics !== new
    topics = new
    new.isBeside = true
    new.show(scene, isNew ? .entered : isWaiting ? .waiting : .changed)
    new.opened = place
  }

  private func make(_ entry: SessionRoute.Entry?) -> any SceneView {
    let view: any SceneView =
      switch (entry.flatMap { KnownScene(rawValue: $0.scene) }, entry?.place) {
      case (.topics, _): TopicsView(remembered)
      case (.board, let place?): BoardView(at: place, beside: remembered.list)
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
