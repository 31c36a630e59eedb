/// A shared box that was set or deleted, and how the client should print that.
package struct SharedChange: Sendable {
  package let box: String
  /// nil if it was deleted.
  package let value: String?
  package let revision: Int

  package var line: String { "\(box)\t\(value ?? "")" }

  package var json: String {
    let boxes = value.map { #""\#(box)":\#($0)"# } ?? ""
    let removed = value == nil ? #","removed":["\#(box)"]"# : ""
    return #"{"revision":\#(revision),"boxes":{\#(boxes)}\#(removed)}"#
  }
}
