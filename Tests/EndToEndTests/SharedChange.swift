/// A shared box that was set or deleted, and how the client is to print that.
struct SharedChange {
  let box: String
  /// nil when it was deleted.
  let value: String?
  let revision: Int

  var line: String { "\(box)\t\(value ?? "")" }

  var json: String {
    let boxes = value.map { #""\#(box)":\#($0)"# } ?? ""
    let removed = value == nil ? #","removed":["\#(box)"]"# : ""
    return #"{"revision":\#(revision),"boxes":{\#(boxes)}\#(removed)}"#
  }
}
