internal import BoxWire
internal import Domain

/// An object of a service, read tolerantly: members may be missing, have one of several names, and
/// be strings or numbers.
struct JSONObject: Sendable {
  /// In order; only the last of equal names.
  private(set) var members: [(name: String, value: JSONText)]

  /// nil for anything else than an object.
  init?(_ json: JSONText) {
    guard let members = json.members else { return nil }
    self.members = members
  }

  /// The value of the first of these names that there is. `null` is like a missing member.
  subscript(names: String...) -> JSONText? {
    for name in names {
      if let member = members.first(where: { $0.name == name }), !member.value.isNull {
        return member.value
      }
    }
    return nil
  }

  /// The name of the service for the object, and the member that has it, `id` or `uid`; nil if there
  /// is none. `id` is nil if the name must not be part of a path.
  var identity: (member: (name: String, value: JSONText), id: Identifier?)? {
    for name in ["id", "uid"] {
      if let value = self[name], let text = Self.text(value) {
        return ((name, value), Identifier(text))
      }
    }
    return nil
  }

  /// A string, or the digits of a number; nil for anything else.
  func text(_ names: String...) -> String? {
    names.lazy.compactMap { self[$0].flatMap(Self.text) }.first
  }

  /// A whole number, also one in a string; nil for anything else.
  func integer(_ name: String) -> Int? {
    self[name].flatMap { $0.integer ?? $0.string.flatMap { Int($0) } }
  }

  /// A date in RFC 3339 format; nil for anything else.
  func date(_ names: String...) -> Timestamp? {
    names.lazy.compactMap { self[$0]?.string.flatMap(Timestamp.init(rfc3339:)) }.first
  }

  /// The user who made the last change, `updatedBy`; nil if the service does not say so, or if that
  /// is not a name.
  var editor: String? { text("updatedBy").flatMap { Limits.isAuthor($0) ? $0 : nil } }

  /// The members that have none of these names.
  func others(than names: Set<String>) -> [(name: String, value: JSONText)] {
    members.filter { !names.contains($0.name) }
  }

  private static func text(_ json: JSONText) -> String? {
    json.string ?? (json.isNumber ? json.description : nil)
  }
}

extension JSONText {
  init(_ date: Timestamp) { self.init(date.rfc3339) }
}
