internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// Shows a page that fills the terminal and is drawn in place.
@LoopActor
final class PageScreen<Shown: Page>: SubscriptionView {
  private let make: (Mirror) -> Shown
  private var page: Shown?
  private var screen: LiveScreen?

  /// - Parameters:
  ///   - context: its output is a terminal.
  ///   - make: makes the page of a state.
  init(_ context: CommandContext, make: @escaping (Mirror) -> Shown) {
    self.make = make
    screen = LiveScreen(context.output) { [unowned self, palette = context.palette] columns, rows in
      page?.lines(width: columns, height: rows, palette: palette)
    }
  }

  let showsConnectionLoss = true

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    if mirror.isSynced { sync(mirror) }
  }

  func sync(_ mirror: Mirror) {
    page = make(mirror)
    screen?.redraw()
  }

  func lose(_ mirror: Mirror) {
    // The mirror may contain half of a change.
    page = page ?? make(Mirror())
    page?.notice = "The connection to the daemon is lost; trying again …"
    screen?.redraw()
  }

  func end() {
    screen?.end()
  }
}
