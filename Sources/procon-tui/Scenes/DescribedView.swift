internal import BoxClient
internal import BoxWire
internal import UVLoop

/// A scene of a kind that this program does not know: its boxes by their schemas, and its intents as
/// a menu.
@LoopActor
final class DescribedView: SceneView {
  let bindings = KeyTable.described
  var field: TextField?

  let news: News? = News()
  private var heading = SceneHeading()
  private var scene: ShownScene?
  private var boxes: DescribedBoxes?
  /// The boxes on lines of a width; nil until they are drawn.
  private var drawn: (width: Int, lines: [DescribedBoxes.Line])?
  private var page = TextPage()
  private var menu = IntentMenu()
  private var comparison = Comparison<JSONText>()
  /// Whether the boxes have been compared.
  private var isCompared = false

  var unsaved: String { menu.unsaved(field) }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    heading = SceneHeading(scene)
    let isSame = occasion != .entered && isSame(scene)
    self.scene = scene
    menu.show(scene)
    if !isSame {
      boxes = DescribedBoxes(scene)
      (drawn, isCompared) = (nil, false)
    }
    findNews(occasion)
  }

  /// Whether the scene has the boxes that are shown. To read many takes milliseconds.
  private func isSame(_ new: ShownScene) -> Bool {
    guard let scene, scene.description.intents == new.description.intents else { return false }
    let (before, after) = (scene.boxes, new.boxes)
    return before.count == after.count && zip(before, after).allSatisfy { $0 == $1 }
  }

  private func findNews(_ occasion: Occasion) {
    guard occasion != .waiting, let boxes else { return }
    if occasion == .entered { (comparison, isCompared) = (Comparison(), false) }
    guard comparison.takes(isFetching: boxes.isFetching) else { return }
    guard !isCompared else { return comparison.pass() }
    isCompared = true
    let place = scene?.entry?.place.map { TopicLocation(text: $0) }
    news?.add(
      comparison.difference(to: boxes.parts), in: place.flatMap { $0.id.isEmpty ? nil : $0 }
    ) { name in
      name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    let rest = heading.draw(on: &canvas, rows: rows) + 1..<rows.upperBound
    let above: Range<Int>
    if let field {
      above = menu.draw(field, on: &canvas, atEndOf: rest)
    } else {
      let start = max(rest.lowerBound, rest.upperBound - min(menu.count, max(3, rows.count / 3)))
      menu.draw(on: &canvas, rows: start..<rest.upperBound)
      above = rest.lowerBound..<start
    }
    let lines = lines(width: canvas.columns)
    page.draw(lines.map(\.text), on: &canvas, rows: above.dropLast()) { [news] index in
      lines[index].part.flatMap { news?[$0] } == nil ? .plain : .news
    }
  }

  private func lines(width: Int) -> [DescribedBoxes.Line] {
    if let drawn, drawn.width == width { return drawn.lines }
    let lines = boxes?.lines(width: width) ?? []
    drawn = (width, lines)
    return lines
  }

  // MARK: Commands

  func perform(_ command: Command) -> Deed? {
    switch command {
    case .pageDown, .pageUp: _ = page.scroll(command)
    case .open:
      let chosen = menu.choose()
      field = chosen.field
      return chosen.deed
    default: _ = menu.move(command)
    }
    return nil
  }

  func submit(_ field: TextField) -> Submission { menu.submit(field) }

  func refused(_ field: TextField, _ error: RequestError) -> TextField? { menu.refused(error) }

  /// What an intent changes is not known before.
  func answered(_ call: Call, _ answer: JSONText) {
    comparison.ignoreAll()
  }

  func told(_ answer: JSONText) -> JSONText? { answer.withoutSecrets }

  func click(row: Int, column: Int) {
    menu.click(row: row)
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    _ = page.scroll(rows > 0 ? .down : .up)
  }
}
