internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain

/// A text with rules in Domain, as a parameter. Its schema contains the limit of its bytes, and
/// ``rules`` what a schema cannot express. Domain ignores whitespace at its ends.
protocol TextParameter: ParameterValue {
  /// Maximum number of bytes of UTF-8.
  static var mostBytes: Int { get }
  /// The rules in words.
  static var rules: String { get }
  var text: String { get }
  init(_ text: String)
}

extension TextParameter {
  /// The rules that all texts obey.
  ///
  /// - Parameter characters: maximum number of characters.
  static func commonRules(_ characters: Int) -> String {
    "1 to \(characters) characters as people count them, at most \(mostBytes) bytes, on one line"
  }

  /// Of titles.
  static var hiddenRule: String { ", without characters that cannot be seen." }

  static var typeName: String { String.typeName }
  static var jsonSchema: JSONSchema { JSONSchema.string.length(1...mostBytes) }

  init?(json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  var json: JSONText { JSONText(text) }
}

/// The id of something that is counted, such as an argument, as a parameter. It is a string of digits;
/// the same digits as a number, which is easier to type in a shell, are also accepted.
struct CountedID: ParameterValue {
  static var typeName: String { "a string" }
  static let jsonSchema = JSONSchema.any(of: .string, .integer)

  let text: String

  init(_ text: String) {
    self.text = text
  }

  init?(json: JSONText) {
    guard let text = json.string ?? json.integer.map(String.init) else { return nil }
    self.text = text
  }

  var json: JSONText { JSONText(text) }
}

/// A time as a parameter, in RFC 3339 format, such as the `updated` that a client has seen.
struct DateText: ParameterValue {
  static var typeName: String { "a date in RFC 3339 format" }
  static let jsonSchema = JSONSchema.string

  let date: Timestamp

  init?(json: JSONText) {
    guard let date = json.string.flatMap(Timestamp.init(rfc3339:)) else { return nil }
    self.date = date
  }

  var json: JSONText { JSONText(date.rfc3339) }
}

/// A day as a parameter, such as `2026-12-01`.
struct DayText: ParameterValue {
  static var typeName: String { "a day such as \"2026-12-01\"" }
  static let jsonSchema = JSONSchema.string

  let day: Day

  init?(json: JSONText) {
    guard let day = json.string.flatMap({ Day($0) }) else { return nil }
    self.day = day
  }

  var json: JSONText { JSONText(day.text) }
}

/// A text that can be taken away, as a parameter: it is empty then.
struct Clearable<Value: ParameterValue>: ParameterValue {
  static var typeName: String { "\(Value.typeName), or an empty string" }
  static var jsonSchema: JSONSchema { .string }

  /// nil if it is to be taken away.
  let value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  init?(json: JSONText) {
    if json.string == "" {
      value = nil
    } else {
      guard let value = Value(json: json) else { return nil }
      self.value = value
    }
  }

  var json: JSONText { value?.json ?? JSONText("") }
}

extension Parameter<DateText?> {
  /// A parameter of intents that must not overwrite a change that the caller has not seen.
  ///
  /// - Parameter name: the name of the item that has the date.
  static func ifUpdated(of name: String) -> Self {
    Parameter(
      .ifUpdated,
      description: "Only if the \(name)'s `updated` is still this; otherwise nothing changes.")
  }
}

/// Patterns as a parameter: an array of at least one.
struct PatternList: ParameterValue {
  let patterns: [Pattern]

  static let typeName = "an array of patterns, such as [\"shared.**\"]"
  static let jsonSchema = JSONSchema.array(of: .string).count(1...Int.max)

  init(_ patterns: [Pattern]) {
    self.patterns = patterns
  }

  init?(json: JSONText) {
    guard let elements = json.elements, !elements.isEmpty else { return nil }
    let patterns = elements.compactMap { $0.string.flatMap { Pattern($0) } }
    guard patterns.count == elements.count else { return nil }
    self.init(patterns)
  }

  var json: JSONText { JSONText(elements: patterns.map { JSONText($0.text) }) }
}
