internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// Prints each state as a separate page, with a blank line between pages.
@LoopActor
final class PageSequence<Shown: Page>: SubscriptionView {
  private let context: CommandContext
  private let make: (Mirror) -> Shown
  private var shown: Shown?

  /// - Parameter make: makes the page of a state.
  init(_ context: CommandContext, make: @escaping (Mirror) -> Shown) {
    self.context = context
    self.make = make
  }

  let showsConnectionLoss = false

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    if mirror.isSynced { show(mirror) }
  }

  func sync(_ mirror: Mirror) {
    show(mirror)
  }

  func lose(_ mirror: Mirror) {}

  func end() {}

  private func show(_ mirror: Mirror) {
    let page = make(mirror)
    guard page != shown else { return }
    if shown != nil { context.print(line: "") }
    shown = page
    let output = context.output
    for line in page.lines(width: output.columns, height: nil, palette: context.palette) {
      context.print(line: line)
    }
  }
}
