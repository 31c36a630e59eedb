/// `snapshot` and `change`: values of boxes at a revision.
public struct Boxes: Equatable, Sendable {
  /// The revision at which the boxes have these values.
  public let revision: Int
  /// In the order of the line.
  public let values: [(path: String, value: JSONText)]
  /// Paths of boxes that are no more.
  public let removed: [String]

  /// - Parameters:
  ///   - values: path and value of each box, in order; paths should differ.
  ///   - removed: paths of boxes that are no more.
  public init(revision: Int, values: [(path: String, value: JSONText)], removed: [String] = []) {
    self.revision = revision
    self.values = values
    self.removed = removed
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
    return JSONText(members: members)
  }

  /// nil when a member is missing or of another type.
  public init?(_ parameters: JSONText) {
    guard let revision = parameters["revision"]?.integer,
      let boxes = parameters["boxes"]?.members
    else { return nil }
    self.revision = revision
    values = boxes.map { ($0.name, $0.value) }
    guard let removed = parameters["removed"] else {
      self.removed = []
      return
    }
    guard let paths = removed.elements?.map(\.string), !paths.contains(nil) else { return nil }
    self.removed = paths.compactMap(\.self)
  }

  /// Equal when revision, values and removed paths are, in the same order.
  public static func == (left: Boxes, right: Boxes) -> Bool {
    left.revision == right.revision && left.removed == right.removed
      && left.values.elementsEqual(right.values, by: ==)
  }
}
