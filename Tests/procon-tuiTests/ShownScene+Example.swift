import BoardValues
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

/// The JSON of an option.
func optionJSON(_ id: String, _ title: String, pros: Int = 0, cons: Int = 0, text: String? = nil)
  -> String
{
  let text = text.map { #""text":"\#($0)","# } ?? ""
  return #"{"id":"\#(id)","title":"\#(title)",\#(text)"pros":\#(pros),"cons":\#(cons),"#
    + #""score":\#(pros - cons),"line":"\#(title): \#(pros) pros · \#(cons) cons","author":"ada","#
    + #""created":"","updated":"7"}"#
}

extension Deed? {
  /// The call of this deed, or that after its question; nil if there is none.
  var call: Call? {
    switch self {
    case .call(let call), .ask(_, .call(let call)): call
    default: nil
    }
  }

  /// The question before it; nil if there is none.
  var question: String? {
    guard case .ask(let text, _)? = self else { return nil }
    return text
  }

  /// The form that it opens, as its intent, its parameters and the JSON of what is given.
  var form: (intent: String, asking: [ParameterName]?, given: String)? {
    guard case .form(let intent, let asking, let given)? = self else { return nil }
    return (intent, asking, given.json.description)
  }
}

extension Submission {
  /// nil if nothing is called.
  var call: Call? {
    switch self {
    case .call(let call), .ask(_, let call): call
    default: nil
    }
  }

  /// nil if nothing is refused.
  var refusal: String? {
    guard case .refused(let text) = self else { return nil }
    return text
  }
}

extension TextField {
  func replace(with text: String) {
    _ = press(.end)
    _ = press(.control("u"))
    for character in text { _ = press(.character(character)) }
  }
}

extension SceneView {
  /// The texts of each row.
  func drawn(columns: Int = 80, rows: Int = 24) -> [String] {
    var canvas = Canvas(columns: columns, rows: rows)
    draw(on: &canvas, rows: 0..<rows)
    return canvas.spans.map { row in row.map(\.text).joined(separator: " ") }
  }
}
