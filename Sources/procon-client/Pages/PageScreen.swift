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
  private var terminal: HeldTerminal?

  /// - Parameters:
  ///   - context: its output is a terminal.
  ///   - make: makes the page of a state.
  init(_ context: CommandContext, make: @escaping (Mirror) -> Shown) {
    self.make = make
    terminal = HeldTerminal(context.output) { _, _ in
      LinePainter { [unowned self, palette = context.palette] columns, rows in
        page?.lines(width: columns, height: rows, palette: palette)
      }
    }
  }

  let showsConnectionLoss = true

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    if mirror.isSynced { sync(mirror) }
  }

  func sync(_ mirror: Mirror) {
    page = make(mirror)
    terminal?.redraw()
  }

  func lose(_ mirror: Mirror) {
    // The mirror may contain half of a change.
    page = page ?? make(Mirror())
    page?.notice = "The connection to the daemon is lost; trying again …"
    terminal?.redraw()
  }

  func end() {
    terminal?.end()
  }
}
