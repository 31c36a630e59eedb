internal import BoxWire
internal import Domain

/// Why a value of the layout cannot be read, such as "argument.weight must be from 1 to 5".
struct LayoutFault: Error, Equatable, Sendable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// A JSON object of the layout, read member by member: other programs may have written it.
///
/// A member that is `null` is like a missing one, and the last of equal names counts. Members with other
/// names are ignored: a newer version may have them. They are kept as long as the value is, and are lost
/// when this version writes it. A version that needs its members to survive therefore raises the version
/// of the layout, so that this one does not write there.
struct StoredObject {
  private let members: [(name: String, value: JSONText)]
  /// The names of the members in which it is, such as `event.argument.`; empty for a whole value.
  private let path: String

  init(_ value: [UInt8]) throws(LayoutFault) {
    let read = value.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in try JSONText.members(parsing: bytes) }
    }
    do throws(JSONError) {
      members = try read.get()
    } catch {
      throw LayoutFault(
        error == JSONError(.unexpectedByte, at: 0) ? "must be a JSON object" : error.description)
    }
    path = ""
  }

  private init(_ json: JSONText, at path: String) throws(LayoutFault) {
    guard let members = json.members else { throw LayoutFault("\(path) must be an object") }
    (self.members, self.path) = (members, "\(path).")
  }

  private func value(_ name: String) -> JSONText? {
    members.last { $0.name == name }.flatMap { $0.value.isNull ? nil : $0.value }
  }

  // MARK: Members

  func optionalText(_ name: String) throws(LayoutFault) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw fault(name, "must be a string") }
    return text
  }

  func text(_ name: String) throws(LayoutFault) -> String {
    try required(name, optionalText(name))
  }

  func optionalNumber(
    _ name: String, in range: ClosedRange<Int> = Limits.storedNumbers
  ) throws(LayoutFault) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer, range.contains(number) else {
      throw fault(name, "must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws(LayoutFault) -> Int {
    try required(name, optionalNumber(name, in: range))
  }

  /// false if it is missing.
  func flag(_ name: String) throws(LayoutFault) -> Bool {
    guard let value = value(name) else { return false }
    guard let flag = value.boolean else { throw fault(name, "must be true or false") }
    return flag
  }

  func optionalDate(_ name: String) throws(LayoutFault) -> Timestamp? {
    try optional(name, "must be a date such as 2026-11-27T12:34:56.789Z") {
      Timestamp(rfc3339: $0)
    }
  }

  /// `.unknown` if it is missing.
  func date(_ name: String) throws(LayoutFault) -> Timestamp { try optionalDate(name) ?? .unknown }

  func created() throws(LayoutFault) -> Timestamp { try date("created") }

  /// When something was last changed; when it was created if that is missing.
  func updated() throws(LayoutFault) -> Timestamp {
    let created = try created()
    return try optionalDate("updated") ?? created
  }

  /// The user who made that change; nil if it is missing.
  func editor() throws(LayoutFault) -> String? {
    try optional("updatedBy", Self.notName) { Limits.isAuthor($0) ? $0 : nil }
  }

  /// Empty if it is missing.
  func author() throws(LayoutFault) -> String {
    try optional("author", Self.notName) { Limits.isAuthor($0) ? $0 : nil } ?? ""
  }

  /// A user who has a name.
  func person(_ name: String = "author") throws(LayoutFault) -> String {
    try required(
      name, optional(name, Self.notName) { !$0.isEmpty && Limits.isAuthor($0) ? $0 : nil })
  }

  private static let notName = "cannot be the name of a user"

  /// The title of a topic.
  func title(_ name: String) throws(LayoutFault) -> String {
    let title = try text(name)
    do throws(TopicError) {
      return try Topic.rightTitle(title)
    } catch {
      guard case .invalid(let rule) = error else { throw fault(name, "breaks a rule") }
      throw fault(name, rule.words)
    }
  }

  func optionalTopic(_ name: String) throws(LayoutFault) -> Topic.ID? {
    try optional(name, "must be the identifier of a topic") { Topic.isID($0) ? $0 : nil }
  }

  func topic(_ name: String) throws(LayoutFault) -> Topic.ID {
    try required(name, optionalTopic(name))
  }

  /// The name of contents or of lists; nil if it is missing.
  func optionalName(_ name: String) throws(LayoutFault) -> String? {
    try optional(name, "must be 1 to 64 ASCII letters, digits, '_' and '-'") {
      EtcdKey.isName($0) ? $0 : nil
    }
  }

  func name(_ name: String) throws(LayoutFault) -> String {
    try required(name, optionalName(name))
  }

  /// A number that is written as a text.
  func id() throws(LayoutFault) -> String {
    try required(
      "id",
      optional("id", "must be a number from 1 on, as a string") {
        BoardKey.isNumber($0) ? $0 : nil
      })
  }

  /// Reads a text as something else; nil if it is missing.
  ///
  /// - Parameter words: what is wrong if that fails.
  func optional<Value>(
    _ name: String, _ words: String, _ read: (String) -> Value?
  ) throws(LayoutFault) -> Value? {
    guard let text = try optionalText(name) else { return nil }
    guard let value = read(text) else { throw fault(name, words) }
    return value
  }

  func required<Value>(_ name: String, _ value: Value?) throws(LayoutFault) -> Value {
    guard let value else { throw fault(name, "is missing") }
    return value
  }

  // MARK: Lists and objects

  func list(_ name: String) throws(LayoutFault) -> [JSONText] {
    guard let value = value(name) else { return [] }
    guard let elements = value.elements else { throw fault(name, "must be an array") }
    return elements
  }

  /// Empty if it is missing.
  func texts(_ name: String) throws(LayoutFault) -> [String] {
    let elements = try list(name)
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { throw fault(name, "must be an array of strings") }
    return texts
  }

  func optionalObject(_ name: String) throws(LayoutFault) -> StoredObject? {
    guard let value = value(name) else { return nil }
    return try StoredObject(value, at: path + name)
  }

  func object(_ name: String) throws(LayoutFault) -> StoredObject {
    try required(name, optionalObject(name))
  }

  /// Empty if it is missing.
  func objects(_ name: String) throws(LayoutFault) -> [StoredObject] {
    var objects: [StoredObject] = []
    for (index, element) in try list(name).enumerated() {
      objects.append(try StoredObject(element, at: "\(path)\(name)[\(index)]"))
    }
    return objects
  }

  // MARK: Faults

  /// Makes something of members, and reports the member that is at fault or breaks a rule.
  func reading<Value>(_ make: () throws -> Value) throws(LayoutFault) -> Value {
    do {
      return try make()
    } catch {
      throw fault(of: error)
    }
  }

  /// Returns the fault of a member.
  ///
  /// - Parameter words: what is wrong, such as "must be a number".
  func fault(_ name: String, _ words: String) -> LayoutFault {
    LayoutFault("\(path)\(name) \(words)")
  }

  func fault(of error: any Error) -> LayoutFault {
    switch error {
    case let error as LayoutFault: error
    case BoardError.invalid(let rule): fault(of: rule)
    case BoardError.tooManyAsked(let limit): fault("asked", "has more than \(limit) names")
    case BoardError.tooManySupporters(let limit):
      fault("supporters", "has more than \(limit) names")
    case PostError.invalid(.title(let rule)): fault("title", rule.words)
    case PostError.invalid(.content(let rule)): fault("content", rule.words)
    default: fault("value", "breaks a rule: \(error)")
    }
  }

  private func fault(of rule: BoardError.BrokenRule) -> LayoutFault {
    switch rule {
    case .text(let rule), .optionText(let rule), .objection(let rule), .answer(let rule):
      fault("text", rule.words)
    case .optionTitle(let rule): fault("title", rule.words)
    case .sentence(let rule): fault("sentence", rule.words)
    case .reason(let rule): fault("reason", rule.words)
    case .weightOutOfRange:
      fault("weight", "must be from \(Limits.weight.lowerBound) to \(Limits.weight.upperBound)")
    case .assignee: fault("assignee", Self.notName)
    case .asked: fault("asked", "has a name twice, or one that no user can have")
    case .quorum(let most): fault("quorum", "must be from 1 to \(most)")
    case .share: fault("quorum", "must be from 1% to 100%, of people who are asked by name")
    case .autoClose: fault("autoClose", "needs a deadline")
    // All other names are checked when they are read.
    case .author: fault("supporters", "has a name twice, or one that no user can have")
    case .deadline, .nothingToChange: fault("value", "breaks a rule")
    }
  }
}

extension BrokenTextRule {
  /// What is wrong with a text, such as "is empty".
  fileprivate var words: String {
    switch self {
    case .empty: "is empty"
    case .tooManyCharacters(let count): "is too long: \(count) characters"
    case .tooManyBytes(let count): "is too long: \(count) bytes"
    case .controlCharacter: "has a control character"
    case .bidirectionalControl: "has a character that changes the writing direction"
    case .hiddenCharacter(let scalar): "has a character that cannot be seen: \(scalar.codePoint)"
    }
  }
}

/// The members of an object that is written, in order; those without a value are left out.
typealias Members = [(name: String, value: JSONText?)]

extension JSONText {
  init(_ date: Timestamp) { self.init(date.rfc3339) }

  /// nil for an empty text, or list.
  static func unlessEmpty(_ text: String) -> JSONText? { text.isEmpty ? nil : JSONText(text) }

  static func unlessEmpty(_ elements: [JSONText]) -> JSONText? {
    elements.isEmpty ? nil : JSONText(elements: elements)
  }

  static func unlessEmpty(_ texts: [String]) -> JSONText? {
    unlessEmpty(texts.map { JSONText($0) })
  }

  static func unlessZero(_ number: Int) -> JSONText? { number == 0 ? nil : JSONText(number) }

  static func ifTrue(_ flag: Bool) -> JSONText? { flag ? true : nil }

  /// nil for a date that is not known.
  static func date(_ date: Timestamp) -> JSONText? { date.known.map { JSONText($0) } }

  static func text(_ text: String?) -> JSONText? { text.map { JSONText($0) } }

  /// When something was created and last changed, and who made that change.
  static func dates(_ created: Timestamp, _ updated: Timestamp, by editor: String?) -> Members {
    [
      ("created", date(created)),
      // A missing one would be read as the date of creation.
      ("updated", updated == created ? date(updated) : JSONText(updated)),
      ("updatedBy", text(editor)),
    ]
  }
}
