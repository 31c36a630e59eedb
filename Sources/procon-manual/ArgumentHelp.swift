internal import BoxWire

/// What a program says of an argument, an option or a flag.
struct ArgumentHelp: Equatable {
  enum Kind: String {
    case positional
    case option
    case flag
  }

  let kind: Kind
  /// With their dashes, the short ones first; empty for a positional argument.
  let names: [String]
  let valueName: String
  let isOptional: Bool
  let isRepeating: Bool
  /// Whether it, and all that follows, stands after `--`.
  let isAfterTerminator: Bool
  /// What it is, its possible values and its default.
  let text: String

  /// nil when it is not to be shown, or nothing that is known.
  init?(json: JSONText) {
    guard json["shouldDisplay"]?.boolean != false,
      let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.kind = kind
    names = (json["names"]?.elements ?? []).compactMap { name in
      name["name"]?.string.map { name["kind"]?.string == "long" ? "--\($0)" : "-\($0)" }
    }
    valueName = json["valueName"]?.string ?? ""
    isOptional = json["isOptional"]?.boolean ?? false
    isRepeating = json["isRepeating"]?.boolean ?? false
    isAfterTerminator = json["parsingStrategy"]?.string == "postTerminator"
    text = ArgumentHelp.text(of: json)
  }

  private static func text(of json: JSONText) -> String {
    let values = json["allValues"]?.elements?.compactMap(\.string) ?? []
    var notes = values.isEmpty ? [] : ["values: \(values.joined(separator: ", "))"]
    if let standard = json["defaultValue"]?.string { notes.append("default: \(standard)") }
    let abstract = json["abstract"]?.string ?? ""
    return notes.isEmpty ? abstract : "\(abstract) (\(notes.joined(separator: "; ")))"
  }
}
