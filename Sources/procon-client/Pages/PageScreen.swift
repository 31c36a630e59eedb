internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// Shows a page that fills the terminal and is drawn in place. Keys scroll one that is higher. Its last
/// state stays on the terminal.
@LoopActor
final class PageScreen<Shown: Page>: SubscriptionView {
  private let make: (Mirror) -> Shown
  private var page: Shown?
  private var terminal: HeldTerminal?
  private var position = ScrollPosition()
  private var keys: TypedKeys?

  /// - Parameters:
  ///   - context: its output is a terminal.
  ///   - make: makes the page of a state.
  init(_ context: CommandContext, make: @escaping (Mirror) -> Shown) {
    self.make = make
    keys = TypedKeys { [unowned self, output = context.output] key in
      position.move(key, rows: output.terminalSize?.rows ?? 0)
      terminal?.redraw()
    }
    let palette = context.palette
    terminal = HeldTerminal(context.output) { _, _ in
      LinePainter(keys == nil ? .lines : .keys) { [unowned self] columns, rows in
        page.map { position.lines(of: $0, columns: columns, rows: rows, palette: palette) }
      } last: { [unowned self] columns in
        page?.notice = nil
        return page?.lines(width: columns, height: nil, palette: palette) ?? []
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
    keys?.end()
    terminal?.end()
  }
}
