internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// Prints all boxes together as one JSON object per line, for a status bar. While the connection is
/// lost, the object has the last text, and `disconnected` as alt and class.
@LoopActor
final class WaybarView: SubscriptionView {
  private let context: CommandContext
  private var item = WaybarItem()
  private var line: JSONText?

  init(_ context: CommandContext) {
    self.context = context
  }

  let showsConnectionLoss = true

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    if mirror.isSynced { sync(mirror) }
  }

  func sync(_ mirror: Mirror) {
    item = WaybarItem(mirror.boxes)
    write(item)
  }

  func lose(_ mirror: Mirror) {
    var item = item
    item.alt = WaybarItem.disconnected
    item.classes = [WaybarItem.disconnected]
    item.tooltip.insert("The connection to the daemon is lost; trying again …", at: 0)
    write(item)
  }

  func end() {}

  private func write(_ item: WaybarItem) {
    let json = item.json
    guard json != line else { return }
    line = json
    context.print(json)
  }
}
