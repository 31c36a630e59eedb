package import BoxWire

/// The failure that a box named `isErrorFree` reports when its status is false.
package struct Alert: Equatable, Sendable {
  /// Empty when the box has no message.
  package let message: String

  /// nil for any other box, and when the status is true.
  package init?(path: String, value: JSONText) {
    guard path.split(separator: ".").last == "isErrorFree", value["status"]?.boolean == false else {
      return nil
    }
    message = value["message"]?.string ?? ""
  }

  /// The alerts of all boxes, in order.
  package static func all(in boxes: [(path: String, value: JSONText)]) -> [Alert] {
    boxes.compactMap { Alert(path: $0.path, value: $0.value) }
  }
}
