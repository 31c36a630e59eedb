/// A value of JSON, to be stored in a column.
enum JSONValue {
  case null
  case number(Int64)
  case text(String)
  case array([JSONValue])
  /// Members in their order.
  case object([(String, JSONValue)])

  /// An object without the members that are nil.
  init(_ members: KeyValuePairs<String, JSONValue?>) {
    self = .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  static func number(_ number: Int) -> JSONValue { .number(Int64(number)) }

  /// `null` for nil.
  static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }

  /// As SQLite's own functions write it.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .number(let number): output += String(number)
    case .text(let text): Self.write(text, to: &output)
    case .array(let values):
      output += "["
      for (index, value) in values.enumerated() {
        if index > 0 { output += "," }
        value.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, (name, value)) in members.enumerated() {
        if index > 0 { output += "," }
        Self.write(name, to: &output)
        output += ":"
        value.write(to: &output)
      }
      output += "}"
    }
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
      output += text
    } else {
      for scalar in text.unicodeScalars { write(scalar, to: &output) }
    }
    output += "\""
  }

  private static func write(_ scalar: Unicode.Scalar, to output: inout String) {
    switch scalar {
    case "\"": output += "\\\""
    case "\\": output += "\\\\"
    case "\n": output += "\\n"
    case "\r": output += "\\r"
    case "\t": output += "\\t"
    case "\u{8}": output += "\\b"
    case "\u{C}": output += "\\f"
    case "\0"..."\u{1F}":
      let digits = String(scalar.value, radix: 16)
      output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: output.unicodeScalars.append(scalar)
    }
  }
}
