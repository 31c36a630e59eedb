import BoxWire

@testable import BoxClient
@testable import procon_tui

extension ShownScene {
  /// A scene as a daemon might send it.
  ///
  /// - Parameters:
  ///   - boxes: JSON texts by path.
  ///   - pattern: matches the paths of the boxes, and of `intents`.
  ///   - patterns: in place of `pattern`, if there are several.
  static func example(
    _ scene: String, at place: String? = nil, id: String? = nil, _ boxes: [String: String],
    pattern: String = "**", patterns: [String]? = nil, intents: [String] = []
  ) throws -> ShownScene {
    var entry: [(name: String, value: JSONText)] = [
      ("scene", JSONText(scene)),
      ("boxes", JSONText(elements: (patterns ?? [pattern]).map { JSONText($0) })),
    ]
    if let place { entry.append(("at", JSONText(place))) }
    if let id { entry.append(("id", JSONText(id))) }
    var mirror = Mirror()
    let values = try boxes.map { (path: $0.key, value: try JSONText(parsing: $0.value.utf8)) }
    _ = mirror.apply(BoxValues(revision: 1, values: values, removed: []))
    let methods = intents.map { JSONText(members: [(name: "name", value: JSONText($0))]) }
    let document = JSONText(members: [(name: "methods", value: JSONText(elements: methods))])
    let shown = SessionRoute.Entry(JSONText(members: entry))
    return ShownScene(
      entry: shown, mirror: mirror, description: SceneDescription(document, of: shown),
      refusal: nil)
  }
}

/// The JSON of a topic's summary with these members; the others are empty.
func summaryJSON(_ members: String) -> String {
  #"{"title":"","pros":0,"cons":0,"score":0,"leaning":"even","prosText":"","consText":"","#
    + #""scoreText":"","leaningText":"","line":"","created":"","updated":"",\#(members)}"#
}

/// The JSON of an argument with these members; the others are empty.
func argumentJSON(_ id: String, _ text: String, _ members: String = #""weight":1"#) -> String {
  #"{"id":"\#(id)","text":"\#(text)","label":"\#(text)","weight":1,"author":"","created":"","#
    + #""updated":"",\#(members)}"#
}

extension SceneView {
  /// The texts of each row.
  func drawn(columns: Int = 80, rows: Int = 24) -> [String] {
    var canvas = Canvas(columns: columns, rows: rows)
    draw(on: &canvas, rows: 0..<rows)
    return canvas.spans.map { row in row.map(\.text).joined(separator: " ") }
  }
}
