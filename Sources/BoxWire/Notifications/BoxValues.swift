/// `snapshot` and `change`: values of boxes at a revision.
public struct BoxValues: Equatable, Sendable {
  /// The revision at which the boxes have these values.
  public let revision: Int
  /// In the order of the line.
  public let values: [(path: String, value: JSONText)]
  /// Paths of removed boxes.
  public let removed: [String]
  /// The number of revisions of the subscriber's boxes that the line combines, above 1; nil for one
  /// revision, or when the number is unknown.
  public let merged: Int?

  /// - Parameters:
  ///   - values: path and value of each box, in order; paths should differ.
  ///   - removed: paths of removed boxes.
  ///   - merged: the number of revisions that the line combines, above 1; nil for one, or if
  ///     unknown.
  public init(
    revision: Int, values: [(path: String, value: JSONText)], removed: [String] = [],
    merged: Int? = nil
  ) {
    self.revision = revision
    self.values = values
    self.removed = removed
    self.merged = merged
  }

  /// The object in `params`.
  public var json: JSONText {
    var members = [
      (name: "revision", value: JSONText(revision)),
      ("boxes", JSONText(members: values.map { ($0.path, $0.value) })),
    ]
    if !removed.isEmpty {
      members.append(("removed", JSONText(elements: removed.map { JSONText($0) })))
    }
    if let merged { members.append(("merged", JSONText(merged))) }
    return JSONText(members: members)
  }

  /// nil when a member is missing or of another type.
  public init?(_ parameters: JSONText) {
    // Together: each look-up in the text would read all values again.
    guard let (members, boxes) = parameters.members(opening: "boxes") else { return nil }
    let member = { (name: String) in members.first { $0.name.hasSameBytes(as: name) }?.value }
    guard let revision = member("revision")?.integer, let boxes else { return nil }
    self.revision = revision
    values = boxes.map { ($0.name, $0.value) }
    merged = member("merged")?.integer
    guard let removed = member("removed") else {
      self.removed = []
      return
    }
    guard let paths = removed.elements?.map(\.string), !paths.contains(nil) else { return nil }
    self.removed = paths.compactMap(\.self)
  }

  /// Whether revision, values, removed paths and `merged` are equal, in the same order.
  public static func == (left: BoxValues, right: BoxValues) -> Bool {
    left.revision == right.revision && left.removed == right.removed
      && left.merged == right.merged && left.values.elementsEqual(right.values, by: ==)
  }
}
