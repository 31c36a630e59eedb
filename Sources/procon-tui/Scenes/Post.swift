internal import BoxWire

/// A post in the list of a topic.
struct Post: Equatable {
  let id: String
  let title: String
  /// The beginning of its content.
  let subtitle: String
  let author: String
  /// In words.
  let dates: String

  /// nil without an id and a title.
  init?(_ json: JSONText) {
    guard let id = json["id"]?.string, let title = json["title"]?.string else { return nil }
    self.id = id
    self.title = title
    subtitle = json["subtitle"]?.string ?? ""
    author = json["author"]?.string ?? ""
    dates = json["dates"]?.string ?? ""
  }

  var byline: String { [author, dates].filter { !$0.isEmpty }.joined(separator: ", ") }
}
