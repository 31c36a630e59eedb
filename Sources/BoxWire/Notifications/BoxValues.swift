/// `snapshot` and `change`: values of boxes at a revision.
public struct BoxValues: Equatable, Sendable {
  /// The revision at which the boxes have these values.
  public let revision: Int
  /// In the order of the line.
  public let values: [(path: String, value: JSONText)]
  /// Paths of removed boxes.
  public let removed: [String]
  /// How many revisions that touched the subscriber's boxes the line stands for, above 1; nil when
  /// it stands for one, or that is not known.
  public let merged: Int?

  /// - Parameters:
  ///   - values: path and value of each box, in order; paths should differ.
  ///   - removed: paths of removed boxes.
  ///   - merged: how many revisions the line stands for, above 1; nil when that is not known.
  public init(
    revision: Int, values: [(path: String, value: JSONText)], removed: [String] = [],
    merged: Int? = nil
  ) {
    self.revision = revision
    self.values = values
    self.removed = removed
    self.merged = merged
  }

  /// As `params`.
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
    guard let revision = parameters["revision"]?.integer,
      let boxes = parameters["boxes"]?.members
    else { return nil }
    self.revision = revision
    values = boxes.map { ($0.name, $0.value) }
    merged = parameters["merged"]?.integer
    guard let removed = parameters["removed"] else {
      self.removed = []
      return
    }
    guard let paths = removed.elements?.map(\.string), !paths.contains(nil) else { return nil }
    self.removed = paths.compactMap(\.self)
  }

  /// Equal when revision, values, removed paths, in the same order, and `merged` are.
  public static func == (left: BoxValues, right: BoxValues) -> Bool {
    left.revision == right.revision && left.removed == right.removed
      && left.merged == right.merged && left.values.elementsEqual(right.values, by: ==)
  }
}
