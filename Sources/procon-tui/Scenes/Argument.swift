internal import BoxWire

/// A pro or a con as the daemon shows it.
struct Argument: Equatable {
  let id: String
  let text: String
  /// The text with its weight, such as "No breaks ×2".
  let label: String
  let weight: Int
  let author: String
  /// RFC 3339, as the daemon wrote it.
  let created: String
  let updated: String
  /// The user who made the last change; nil if the daemon does not say so.
  let updatedBy: String?

  /// More than any daemon allows. The next weight is a number, whatever the daemon has sent.
  private static let largestWeight = 1_000_000

  /// nil without an id and a text.
  init?(_ json: JSONText) {
    guard let id = json["id"]?.string, let text = json["text"]?.string else { return nil }
    self.id = id
    self.text = text
    label = json["label"]?.string ?? text
    weight = min(max(json["weight"]?.integer ?? 1, -Self.largestWeight), Self.largestWeight)
    author = json["author"]?.string ?? ""
    created = json["created"]?.string ?? ""
    updated = json["updated"]?.string ?? ""
    updatedBy = json["updatedBy"]?.string
  }
}
