import BoxWire
import BoxWireTestSupport
import SystemTestSupport

/// The testable parts of Protocol.md: its JSON examples.
enum ProtocolText {
  static let text = SourceTree.text(of: "Sources/BoxWire/BoxWire.docc/Protocol.md") ?? ""

  /// The examples in order, by the heading above them without its number signs.
  static let examples: [String: [String]] = {
    var examples: [String: [String]] = [:]
    var heading = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" || $0 == " " })
        continue
      }
      // The text in the first pair of backticks, the next pair, and so on.
      for (index, part) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 {
        let object = part.drop { $0 != "{" }
        guard object == "{}" || object.hasPrefix("{\"") && object.hasSuffix("}") else { continue }
        examples[heading, default: []].append(String(object))
      }
    }
    return examples
  }()
}

/// An example in which `…` replaces any text, and `path:value` replaces boxes.
struct ProtocolExample {
  private let template: JSONText

  /// - Throws: `JSONError` if it is not JSON even after replacement.
  init(_ text: String) throws {
    let json =
      text
      .replacing(#/path:\w+,…/#, with: #""…":"…""#)
      .replacing("[path,…]", with: "[…]")
      .replacing("{…}", with: #"{"…":"…"}"#).replacing("[…]", with: #"["…"]"#)
      .replacing(",…}", with: #","…":"…"}"#).replacing(":…", with: #":"…""#)
    template = try JSONText(parsing: json.utf8)
  }

  /// Differences between a daemon's line and the example; empty if there are none.
  func faults(of said: JSONText) -> [String] {
    Self.faults(of: said, as: template, at: "")
  }

  /// These differ between daemons and over time.
  private static let numbers: Set = ["revision", "from", "to", "merged"]

  private static func faults(of said: JSONText, as shown: JSONText, at place: String) -> [String] {
    if shown.string?.hasSuffix("…") == true {
      return shown.string == "…" || said.string != nil ? [] : ["\(place) is not a string: \(said)"]
    }
    if let members = shown.members {
      var names = members.map(\.name)
      let mayHaveMore = names.last == "…"
      if mayHaveMore { names.removeLast() }
      let isNamed = said.members.map { said in
        mayHaveMore ? names.allSatisfy(said.map(\.name).contains) : said.map(\.name) == names
      }
      guard isNamed == true else { return ["\(place) has not the members \(names): \(said)"] }
      return names.flatMap { name in
        faults(of: said[name] ?? .null, as: shown[name] ?? .null, at: "\(place).\(name)")
      }
    }
    if let elements = shown.elements {
      guard let saidElements = said.elements else { return ["\(place) is not an array: \(said)"] }
      if elements.first?.string == "…" { return [] }
      guard elements.count == saidElements.count else { return ["\(place) is longer: \(said)"] }
      return zip(saidElements, elements).flatMap { faults(of: $0, as: $1, at: place) }
    }
    if let name = place.split(separator: ".").last, numbers.contains(String(name)) {
      return said.integer ?? -1 >= 0 ? [] : ["\(place) is not a number: \(said)"]
    }
    return said == shown ? [] : ["\(place) is \(said)"]
  }
}
