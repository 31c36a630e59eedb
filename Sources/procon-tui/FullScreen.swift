internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// The program on its terminal, from the first page to the last key: shows what the route names, and
/// carries out keys.
@LoopActor
final class FullScreen {
  private let context: CommandContext
  /// The topic that is opened at first; nil for the list of topics.
  private let topic: TopicArgument?
  let session: FollowedSession
  let views = SceneViews()
  private var terminal: HeldTerminal?
  private weak var screen: CursesScreen?
  private var settingsFile: SettingsFile?
  /// The last click, for the next one.
  private var lastClick: (row: Int, column: Int, time: MonotonicTime)?
  /// Keys that were pressed before the daemon had answered.
  private var ahead: [Key] = []
  /// Whether keys are kept until the daemon has answered.
  private var waits = true
  /// Whether the user is in their editor.
  private var isAway = false
  /// Present while it runs.
  private var editor: Editor?
  /// Whether the terminal is gone.
  private var hasVanished = false
  /// Whether something has changed that is not shown yet.
  private var isOutdated = false
  /// Draws the effect of a key that has sent an intent, unless its answer is drawn before.
  private var overdue: Timer?
  /// Texts whose place is gone.
  let rescue = Rescue()
  /// Ends the program.
  private let end: @LoopActor (Failure?) -> Void

  /// A question that waits for yes or no.
  private(set) var question: (text: String, next: Deed)?
  /// Why the last key had no effect, or what it has done; nil if there is nothing to say.
  private(set) var message: (text: String, style: Style)?
  /// Shown in place of the scene; nil if nothing is.
  var overlay: Overlay?
  /// The columns of the list of topics beside the scene, with the line between them, when it was drawn
  /// last; 0 if it was not.
  var topicsColumns = 0
  /// Whether the list of topics is shown without the scene beside it.
  private(set) var isZoomed = false
  /// The keys on the bottom line, where they were drawn last.
  var shownKeys: [(key: Key, row: Int, columns: Range<Int>)] = []
  /// Whether the terminal had room for a scene when it was drawn last.
  var isLargeEnough = true

  /// - Parameters:
  ///   - context: its output and standard input are a terminal.
  ///   - topic: opened at first; nil for the list of topics.
  ///   - end: called when the user leaves, or with the failure that ends the program.
  init(
    _ context: CommandContext, opening topic: TopicArgument? = nil,
    end: @escaping @LoopActor (Failure?) -> Void
  ) {
    (self.context, self.topic) = (context, topic)
    session = FollowedSession(context)
    self.end = end
  }

  /// Connects, and then draws.
  ///
  /// - Throws: the reason why there is nothing to draw, or nothing to draw on.
  func start() async throws(Failure) {
    // Their tasks may end later than this object.
    views.remembered = .load()
    session.changed = { [weak self] in self?.changed() }
    session.interrupted = { [weak self] in self?.interrupt() ?? [] }
    session.returned = { [weak self] in self?.views.shown?.resume($0) }
    session.resumed = { [weak self] in self?.resumed($0, isKept: $1) }
    session.failed = { [weak self] in self?.fail($0) }
    views.redraw = { [weak self] in self?.terminal?.redraw() }
    views.inquire = { [weak self] in self?.session.inquire($0, done: $1) }
    rescue.changed = { [weak self] in self?.terminal?.redraw() }
    rescue.lost = { [weak self] in
      self?.question = nil
      if !$0.isEmpty { self?.dropAhead() }
    }
    try await session.start()
    let opened = try topic.flatMap { topic throws(Failure) in try find(topic) }
    changed()
    showNewest()
    terminal = HeldTerminal(context.output) { makeScreen(columns: $0, rows: $1) }
    guard terminal != nil else { throw .noTerminal }
    settingsFile = SettingsFile { [weak self] in self?.use($0) }
    // What is written last may be taken after this object has gone.
    context.output.observer = { [weak self] in if case .ended = $0 { self?.vanish() } }
    // Nothing else may write to the terminal now. A late answer is shown anyway.
    context.reportWait = { _ in }
    context.finder.report = { [weak self] in self?.say($0) }
    context.finder.place.choice.map { say("This is \($0).") }
    opened.map { carryOut(.call(Call("session.toBoard", [.at: JSONText($0.path)]))) }
  }

  /// Returns the topic that the command line names; nil if nobody has logged in yet, who may see it.
  ///
  /// - Throws: `.usage` if several are meant, `.noTopic` if there is none.
  private func find(_ argument: TopicArgument) throws(Failure) -> TopicName? {
    guard let scene = session.shown, scene.entry?.scene != KnownScene.login.rawValue else {
      return nil
    }
    let topics = scene.boxes.compactMap { path, summary in
      TopicName(summary: path).map { KnownTopic($0, summary: summary) }
    }
    switch topics.named(argument, under: nil) {
    case .one(let topic), .beginning(let topic): return topic.name
    case .several(let topics): throw .ambiguous(argument, among: topics, command: nil)
    case .none: throw .noTopic(argument.text, near: [])
    }
  }

  private func makeScreen(columns: Int, rows: Int) -> CursesScreen? {
    let screen = CursesScreen(
      columns: columns, rows: rows, isColoured: context.palette.isColoured
    ) { [unowned self] in draw(columns: $0, rows: $1) }
    screen?.pressed = { [unowned self] in press($0) }
    screen?.vanished = { [unowned self] in vanish() }
    self.screen = screen
    return screen
  }

  private func use(_ result: Result<ScreenSettings, SettingsFault>) {
    switch result {
    case .success(let settings):
      ScreenSettings.current = settings
      screen?.useSettings()
      terminal?.redrawAll()
    case .failure(let fault): say(fault.sentence, .con)
    }
  }

  /// Ends the program, because the terminal is gone; first the user's editor, whose text may have to be
  /// kept.
  private func vanish() {
    hasVanished = true
    if isAway { editor?.hangUp() } else { end(nil) }
  }

  /// Leaves the terminal as it was.
  func close() {
    views.save()
    terminal?.end()
    terminal = nil
  }

  /// - Returns: calls that bring back what the user has typed.
  private func interrupt() -> [Call] {
    showNewest()
    question = nil
    rescue.interrupt(views.shown)
    return views.shown?.resumption ?? []
  }

  private func changed() {
    isOutdated = true
    overdue = nil
    // An intent has been answered once its effect is shown.
    if session.isBusy { showNewest() }
    terminal?.redraw()
  }

  /// Shows the newest state: with the next frame, or before the next key, however often others change it.
  func showNewest() {
    guard isOutdated else { return }
    isOutdated = false
    guard let scene = session.shown, session.loss == nil else { return }
    let before = views.shown
    views.show(scene, isWaiting: session.isBusy)
    views.showTopics(session.topics, isWaiting: session.isBusy)
    if let before, before !== views.shown {
      rescue.replace(before, isUndecided: isAway || session.isBusy)
    }
  }

  private func resumed(_ failure: Failure?, isKept: Bool) {
    // What was said about the lost connection is out of date, unless it is about a lost answer.
    if message?.text == Failure.unconnected { message = nil }
    if let field = views.shown?.field, field.refusal == Failure.unconnected { field.refusal = nil }
    if let failure { say(failure.words, .con) }
    changed()
    showNewest()
    if !session.isReturning { rescue.resume(showing: views.shown, isKept: isKept) }
    pressAhead()
  }

  func say(_ text: String, _ style: Style = .plain) {
    message = (text, style)
    terminal?.redraw()
  }

  // MARK: Keys

  /// An answer often comes sooner than a frame is drawn, which would delay it.
  private static let promptAnswer = Duration.milliseconds(10)

  private func redrawAfterKey() {
    guard session.isBusy else { return terminal?.redraw() ?? () }
    overdue = Timer(after: Self.promptAnswer) { [weak self] in self?.terminal?.redraw() }
  }

  private func press(_ key: Key) {
    defer { redrawAfterKey() }
    showNewest()
    if case .release(let row, let column) = key, ahead.isEmpty {
      return drop(row: row, column: column)
    }
    var key = key
    if case .click(let row, let column) = key, let shown = shownKey(row: row, column: column) {
      key = shown
    }
    let common = ScreenSettings.current.keys.command(of: key, in: [])
    if common == .redraw { return terminal?.redrawAll() ?? () }
    let field = views.focused?.field
    // After other keys, it may be a letter of a text.
    let leaves = field == nil && ahead.isEmpty && common == .quit
    if rescue.notice != nil {
      if [.enter, .escape].contains(key) { rescue.read() }
      return
    }
    guard isLargeEnough || leaves || question != nil else { return }
    if isAway { return ahead.append(key) }
    if session.isBusy, waits, !leaves {
      if isWaiting, key == .escape { return stopWaiting() }
      return ahead.append(key)
    }
    message = nil
    if let question { return answer(key, question.next) }
    if overlay != nil, scrollOverlay(key) { return }
    guard let view = views.focused else { return }
    if let field { return type(key, in: field, of: view) }
    switch key {
    case .click(let row, let column):
      views.isOnTopics = isOnTopics(column)
      views.focused?.click(row: row, column: column - sceneColumn(at: column))
      let now = MonotonicTime.now
      let isDouble = lastClick.map {
        $0.row == row && $0.column == column && $0.time.duration(to: now) < Self.doubleClick
      }
      lastClick = (row, column, now)
      if isDouble == true { views.focused.map { open(in: $0) } }
    case .wheelUp(let row, let column): scroll(row: row, column: column, by: -1)
    case .wheelDown(let row, let column): scroll(row: row, column: column, by: 1)
    default:
      ScreenSettings.current.keys.command(of: key, in: view.bindings).map { perform($0, in: view) }
    }
  }

  /// Does what Enter does.
  private func open(in view: any SceneView) {
    lastClick = nil
    ScreenSettings.current.keys.command(of: .enter, in: view.bindings).map { perform($0, in: view) }
  }

  /// The longest time between two clicks that are one.
  private static let doubleClick = Duration.milliseconds(400)

  /// Drops what was clicked last, unless something else waits for the user.
  private func drop(row: Int, column: Int) {
    guard let click = lastClick, (click.row, click.column) != (row, column),
      rescue.notice == nil, question == nil, overlay == nil, !isAway, !session.isBusy,
      let view = views.shown, view.field == nil, isLargeEnough,
      ![column, click.column].contains(where: isOnTopics)
    else { return }
    view.drop(row: row, column: column - topicsColumns).map(carryOut)
  }

  private func scroll(row: Int, column: Int, by rows: Int) {
    let view = isOnTopics(column) ? views.topics : views.shown
    view?.scroll(row: row, column: column - sceneColumn(at: column), by: rows)
  }

  /// Whether the list of topics is at a column, beside the scene.
  private func isOnTopics(_ column: Int) -> Bool {
    views.topics != nil && column < topicsColumns
  }

  /// Where the part of the screen begins that is at a column.
  private func sceneColumn(at column: Int) -> Int {
    isOnTopics(column) || topicsColumns == 0 ? 0 : topicsColumns
  }

  private func pressAhead() {
    guard !isAway else { return }
    let keys = ahead
    ahead = []
    keys.forEach(press)
  }

  /// Whether the daemon keeps the user waiting, who has not asked to go on without its answer.
  var isWaiting: Bool { session.isSlow && waits }

  private func stopWaiting() {
    (ahead, waits) = ([], false)
    say("The daemon has not answered yet; what you asked for may still be done.", .con)
  }

  private func answer(_ key: Key, _ next: Deed) {
    question = nil
    if KeyTable.consent.contains(key) { carryOut(next) }
  }

  /// - Returns: whether the overlay takes the key.
  private func scrollOverlay(_ key: Key) -> Bool {
    if overlay?.search(key) == true { return true }
    switch key {
    case .wheelUp: _ = overlay?.scroll(.up)
    case .wheelDown: _ = overlay?.scroll(.down)
    case .click, .paste: break
    default:
      let command = ScreenSettings.current.keys.command(of: key, in: KeyTable.lists)
      if command == .quit { return false }
      if command.flatMap({ overlay?.scroll($0) }) != true { overlay = nil }
    }
    return true
  }

  private func perform(_ command: Command, in view: any SceneView) {
    switch command {
    case .quit: session.keepsText ? carryOut(.ask(Self.loss, .quit)) : leave(.quit, view)
    case .nextPane: go(toPart: part + 1)
    case .previousPane: go(toPart: part - 1)
    case .firstPane: views.isOnTopics = views.topics != nil
    case .secondPane: go(toPart: topicsParts)
    case .thirdPane: go(toPart: topicsParts + 2)
    case .zoom: if views.isOnTopics { isZoomed.toggle() } else { view.zoom() }
    case .mouse:
      ScreenSettings.current.mouse.toggle()
      screen?.useSettings()
      say(
        ScreenSettings.current.mouse
          ? "The mouse is procon-tui's." : "The mouse is the terminal's own again.")
    case .help: overlay = Overlay(.keys(query: ""))
    case .menu: views.openPalette(session.topics) { [self] in choose($0) }
    case .back:
      if !view.goBack() { leave(.call(Call("session.dismiss")), view) }
    case .editor:
      if let deed = view.perform(command) { return carryOut(deed) }
      // Most texts are saved by a field, which takes what comes from the editor.
      perform(.edit, in: view)
      if let view = views.focused, let field = view.field {
        openEditor(for: field, of: view, isNew: true)
      }
    default: view.perform(command).map(carryOut)
    }
  }

  /// Does what was chosen in the palette.
  private func choose(_ action: PaletteEntry.Action) {
    switch action {
    case .command(let command): views.focused.map { perform(command, in: $0) }
    case .intent(let intent):
      views.openForm(of: intent, showsAnswer: true, session.topics).map(carryOut)
    }
  }

  // MARK: Panes

  /// The parts of the screen that Tab goes through before those of the scene.
  private var topicsParts: Int { views.topics == nil ? 0 : 1 }

  /// The part that keys are about, counted from 0.
  private var part: Int { views.isOnTopics ? 0 : topicsParts + (views.shown?.part ?? 0) }

  private func go(toPart number: Int) {
    guard let shown = views.shown else { return }
    let count = topicsParts + shown.parts
    let next = (number + count) % count
    views.isOnTopics = next < topicsParts
    if next >= topicsParts { shown.part = next - topicsParts }
  }

  /// Asks first if something would be lost.
  private func leave(_ deed: Deed, _ view: any SceneView) {
    carryOut(view.leaving().map { .ask($0, deed) } ?? deed)
  }

  private static let loss = "Leave without what you typed before the connection was lost?"

  // MARK: Deeds

  func carryOut(_ deed: Deed) {
    switch deed {
    case .call(let call): carryOut(call) { _ in nil }
    case .instead(let call):
      // In one turn of the daemon, so that nothing else is shown in between.
      views.isOnTopics = false
      carryOut(Call("session.dismiss")) { _ in nil }
      carryOut(call) { _ in nil }
    case .chain(let call, let next): carryOut(call, next)
    case .save(let field, let call): send(call, of: field)
    case .ask(let text, let next): question = (text, next)
    case .form(let intent, let asking, let given):
      let next = views.openForm(of: intent, asking: asking, given: given, session.topics)
      next.map(carryOut)
    case .copy(let text):
      context.output.write(CursesScreen.copying(text))
      say("Copied.")
    case .editor(let text, let next): edit(text, next)
    case .discard: views.focused?.field = nil
    case .say(let text): say(text)
    case .quit: end(nil)
    }
  }

  private func carryOut(_ call: Call, _ next: @escaping (JSONText) -> Deed?) {
    let view = views.focused
    session.call(call) { [self] in
      switch $0 {
      case .success(let answer):
        // An attempt before may have been refused.
        message = nil
        rescue.leave()
        let told = view?.told(answer)
        // The answer may be late.
        let isAwaited = view === views.focused && view?.field == nil && overlay == nil
        view?.answered(call, answer)
        if isAwaited { present(told) }
        next(answer).map(carryOut)
        // The user has not seen it.
        if question != nil { dropAhead() }
      case .failure(let failure):
        fail(with: failure.words)
        if failure.isConflict { view?.conflicted(call).map(carryOut) }
        rescue.settle(showing: views.shown)
      }
      finish()
    }
  }

  /// Keys that were pressed before the user has seen this are not carried out.
  func fail(with sentence: String) {
    dropAhead()
    say(sentence, .con)
  }

  func dropAhead() {
    ahead = []
  }

  /// Shows the effect of an answer before the next key is carried out.
  func finish() {
    if !session.isBusy { waits = true }
    changed()
    showNewest()
    pressAhead()
  }

  /// Lets the user edit a text in the editor of their choice.
  func edit(_ text: String, _ next: @escaping (String) -> Deed?) {
    isAway = true
    LoopActor.task { [self] in
      await terminal?.suspend()
      let result = await Editor.result(of: text) {
        editor = $0
        if hasVanished { $0.hangUp() }
      }
      editor = nil
      if case .failure(let failure) = result, case .ended(let signal) = failure.error {
        if let file = failure.keptFile { StandardError.report("your text is kept in \(file)") }
        return end(.signal(signal))
      }
      if hasVanished {
        if case .success(let edited) = result, edited != text { _ = await Editor.save(edited) }
        return end(nil)
      }
      showNewest()
      isAway = false
      terminal?.resume()
      var deed: Deed?
      switch result {
      case .success(let edited): deed = next(edited)
      case .failure(let failure): say(failure.sentence, .con)
      }
      if rescue.isUndecided { rescue.settle(showing: views.shown) } else { deed.map(carryOut) }
      pressAhead()
    }
  }

  private func fail(_ failure: Failure) {
    // What the user writes in their editor is not lost.
    if isAway { return say(failure.words, .con) }
    let text = views.shown?.unsaved ?? ""
    guard !text.isEmpty else { return end(failure) }
    LoopActor.task { [end] in
      end(.textKept(await Editor.save(text), after: failure))
    }
  }
}
