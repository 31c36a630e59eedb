internal import BoxWire
internal import Terminal

/// What a bar shows of boxes: one object as Waybar's custom modules with `return-type: json` read it
/// (waybar-custom(5)).
///
/// Text and tooltip are markup of Pango there; what stands in them is escaped.
struct WaybarItem: Equatable, Sendable {
  /// One line; empty when there is nothing to show, which hides the module.
  var text = ""
  /// Lines from top to bottom.
  var tooltip: [String] = []
  /// Names of CSS classes.
  var classes: [String] = []
  /// 0 to 100; nil when there is nothing to measure.
  var percentage: Int?

  /// Shown in place of the classes while the daemon is away.
  static let disconnected = "disconnected"

  /// The object: one line of JSON.
  var json: JSONText {
    let tooltip = tooltip.cut(to: Self.mostLines).map(shown).joined(separator: "\n")
    var members = [
      (name: "text", value: JSONText(shown(text))), ("tooltip", JSONText(tooltip)),
    ]
    let names = classes.map { JSONText($0) }
    members.append(("class", names.count == 1 ? names[0] : JSONText(elements: names)))
    if let percentage { members.append(("percentage", JSONText(percentage))) }
    return JSONText(members: members)
  }

  /// Lines of a tooltip, and columns of one line: what still fits on a screen.
  private static let mostLines = 40
  private static let mostColumns = 100

  private func shown(_ line: String) -> String {
    // Cut first: what is thrown away need not be looked at.
    let beginning = String(line.unicodeScalars.prefix(Self.mostScalars))
    return Escape.pango.escaped(beginning.printable.truncated(to: Self.mostColumns))
  }

  /// More than any line of that width has, marks and joiners included.
  private static let mostScalars = 2000
}

extension [String] {
  fileprivate func cut(to count: Int) -> [String] {
    guard self.count > count else { return self }
    return prefix(count - 1) + ["… \(self.count - count + 1) more lines"]
  }
}
