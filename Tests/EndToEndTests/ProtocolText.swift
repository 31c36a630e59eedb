import BoxWire
import BoxWireTestSupport
import SystemTestSupport

/// Protocol.md, as far as it can be tried out: its examples of JSON.
enum ProtocolText {
  static let text = SourceTree.text(of: "Sources/BoxWire/BoxWire.docc/Protocol.md") ?? ""

  /// The examples by the heading that they stand under, which is without its number signs; in order.
  static let examples: [String: [String]] = {
    var examples: [String: [String]] = [:]
    var heading = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" || $0 == " " })
        continue
      }
      // What stands between the first two backticks, the next two, and so on.
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

/// An example in which `…` stands for whatever may be there, and `path:value` for boxes.
struct ProtocolExample {
  private let template: JSONText

  /// - Throws: `JSONError` when it is not JSON either way.
  init(_ text: String) throws {
    let json =
      text
      .replacing(#/path:\w+,…/#, with: #""…":"…""#)
      .replacing("[path,…]", with: "[…]")
      .replacing("{…}", with: #"{"…":"…"}"#).replacing("[…]", with: #"["…"]"#)
      .replacing(",…}", with: #","…":"…"}"#).replacing(":…", with: #":"…""#)
    template = try JSONText(parsing: json.utf8)
  }

  /// What a daemon said that the example does not show so; none when it does.
  func faults(of said: JSONText) -> [String] {
    Self.faults(of: said, as: template, at: "")
  }

  /// These differ from daemon to daemon, and from moment to moment.
  private static let numbers: Set = ["revision", "from", "to", "merged"]

  private static func faults(of said: JSONText, as shown: JSONText, at place: String) -> [String] {
    if shown.string?.hasSuffix("…") == true {
      return shown.string == "…" || said.string != nil ? [] : ["\(place) is no string: \(said)"]
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
      guard let saidElements = said.elements else { return ["\(place) is no array: \(said)"] }
      if elements.first?.string == "…" { return [] }
      guard elements.count == saidElements.count else { return ["\(place) is longer: \(said)"] }
      return zip(saidElements, elements).flatMap { faults(of: $0, as: $1, at: place) }
    }
    if let name = place.split(separator: ".").last, numbers.contains(String(name)) {
      return said.integer ?? -1 >= 0 ? [] : ["\(place) is no number: \(said)"]
    }
    return said == shown ? [] : ["\(place) is \(said)"]
  }
}
