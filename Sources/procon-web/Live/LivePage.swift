internal import BoxClient
internal import BoxWire
internal import UVLoop

/// A page that a browser shows, with the stream that keeps it up to date.
@LoopActor
final class LivePage {
  /// The browser that has it.
  let browser: String
  let page: DaemonPage
  /// nil for a page that is loaded again when something changes.
  private let style: Fragments.Style?
  /// Called once, when the page is not needed any longer.
  private let gone: @LoopActor () -> Void
  private var stream: EventStream?
  /// The revision of the last change of each box that has changed since the page was made.
  private var changes: [String: Int] = [:]
  /// Up to which revision it is not known any longer what has changed; -1 if all is known.
  private var forgotten = -1
  /// The boxes that have changed since the last event, in order.
  private var due: [String] = []
  private var isSending = false
  /// Ends the page unless a stream comes.
  private var retention: Timer?
  private var heartbeat: Timer?
  private var end: Timer?

  private static let heartbeat = Duration.seconds(15)
  /// The boxes of which the last change is remembered. A page of topics has many, in the course of a day.
  private static let mostChanges = 1000

  init(
    _ page: DaemonPage, _ style: Fragments.Style?, of browser: String,
    gone: @escaping @LoopActor () -> Void
  ) {
    self.browser = browser
    self.page = page
    self.style = style
    self.gone = gone
    page.changed = { [weak self] in self?.note($0) }
    // The browser gets another page, once there is a daemon.
    page.lost = { [gone] in gone() }
    end = Timer(after: WebLimits.loginTime) { [gone] in gone() }
    wait()
  }

  /// Whether it has a stream.
  var isFollowed: Bool { stream != nil }

  func close() {
    retention?.cancel()
    heartbeat?.cancel()
    end?.cancel()
    stream?.ended = nil
    stream?.end()
    page.close()
  }

  /// Sends to this stream, in place of any other, what has changed since an event, and what changes.
  ///
  /// - Parameter event: an event's id. If it is none of this page's, the stream begins with all boxes.
  func attach(_ new: EventStream, after event: String?) {
    stream?.ended = nil
    stream?.end()
    stream = new
    retention?.cancel()
    new.ended = { [weak self, weak new] in
      guard let self, stream === new else { return }
      stream = nil
      heartbeat?.cancel()
      wait()
    }
    new.drained = { [weak self] in self?.sendSoon() }
    due = []
    if let known = event.flatMap(changed) {
      // Something at least: a browser sees then that the stream is open.
      if known.isEmpty { new.sendComment() } else { send(known) }
    } else {
      send(page.mirror.boxes.map(\.path), as: "all")
    }
    beat()
  }

  /// The boxes that have changed since an event; nil if it is none of this page's.
  private func changed(since event: String) -> [String]? {
    guard let position = page.mirror.position else { return nil }
    let parts = event.split(separator: " ")
    guard parts.count == 2, let revision = Int(parts[1]),
      forgotten < revision, revision <= position.revision,
      EventStream.id(of: Subscribe.Position(epoch: position.epoch, revision: revision)) == event
    else { return nil }
    // A removal has the revision of the change before it.
    return changes.filter { $1 > revision || ($1 == revision && page.mirror[$0] == nil) }
      .map(\.key).sorted()
  }

  private func beat() {
    heartbeat = Timer(after: Self.heartbeat) { [weak self] in
      self?.stream?.sendComment()
      self?.beat()
    }
  }

  private func wait() {
    retention = Timer(after: Site.retention) { [gone] in gone() }
  }

  private func note(_ paths: [String]) {
    for path in paths { changes[path] = page.mirror.position?.revision }
    if changes.count > Self.mostChanges {
      forgotten = changes.values.max() ?? -1
      changes = [:]
    }
    guard stream != nil else { return }
    due += paths.filter { !due.contains($0) }
    sendSoon()
  }

  /// Sends what has changed once all that has arrived was read, so that there are few events. While the
  /// browser has not read the last one, what changes is combined.
  private func sendSoon() {
    guard !due.isEmpty, !isSending, stream?.isBusy == false else { return }
    isSending = true
    LoopActor.task { [weak self] in
      guard let self else { return }
      isSending = false
      guard stream?.isBusy == false else { return }
      let paths = due
      due = []
      send(paths)
    }
  }

  /// - Parameter event: `all` if it has every box of the page, or `boxes`.
  private func send(_ paths: [String], as event: String = "boxes") {
    guard let stream, !paths.isEmpty else { return }
    Rendering.shared.event(event, paths, style, of: page.mirror).map(stream.send)
  }
}
