internal import BoxWire
internal import Terminal

/// What a status bar shows, as one object for Waybar's custom modules with `return-type: json`
/// (waybar-custom(5)).
///
/// Waybar reads text, alt and tooltip as Pango markup, so they are escaped.
struct WaybarItem: Equatable, Sendable {
  /// One line. An empty text hides the module.
  var text = ""
  /// The name of an icon in the module's `format-icons`; nil for its `default`.
  var alt: String?
  /// Lines from top to bottom.
  var tooltip: [String] = []
  /// Names of CSS classes.
  var classes: [String] = []
  /// 0 to 100; nil when the boxes have no percentage.
  var percentage: Int?

  /// The alt and the only class while the connection is lost.
  static let disconnected = "disconnected"
  /// The alt and a class if a box contains a failure.
  static let alert = "alert"

  /// A class if something waits for the user, and the alt unless there is another one.
  static let awaiting = "awaiting"

  /// The object: one line of JSON.
  var json: JSONText {
    let tooltip = tooltip.cut(to: Self.mostLines).map(shown).joined(separator: "\n")
    var members = [(name: "text", value: JSONText(shown(text)))]
    if let alt { members.append(("alt", JSONText(shown(alt)))) }
    members.append(("tooltip", JSONText(tooltip)))
    let names = classes.map { JSONText($0) }
    members.append(("class", names.count == 1 ? names[0] : JSONText(elements: names)))
    if let percentage { members.append(("percentage", JSONText(percentage))) }
    return JSONText(members: members)
  }

  /// The maximum size of a tooltip, in lines and columns, so that it fits on a screen.
  private static let mostLines = 40
  private static let mostColumns = 100

  private func shown(_ line: String) -> String {
    // Cut first, so that a long text takes no longer than a short one.
    let beginning = String(line.unicodeScalars.prefix(Self.mostScalars))
    return Escape.pango.escaped(beginning.printable.truncated(to: Self.mostColumns))
  }

  /// No line of that width has more scalars, marks and joiners included.
  private static let mostScalars = 2000
}

extension [String] {
  fileprivate func cut(to count: Int) -> [String] {
    guard self.count > count else { return self }
    return prefix(count - 1) + ["… \(self.count - count + 1) more lines"]
  }
}
