internal import BoxClient
internal import BoxWire

/// What a box named `isErrorFree` says when its status is false.
struct Alert: Equatable, Sendable {
  /// Empty when the box gives none.
  let message: String

  /// nil when the box is another one, or all is well.
  init?(path: String, value: JSONText) {
    guard path.split(separator: ".").last == "isErrorFree", value["status"]?.boolean == false else {
      return nil
    }
    message = value["message"]?.string ?? ""
  }

  /// Those of the boxes that carry one, in order.
  static func all(in boxes: [(path: String, value: JSONText)]) -> [Alert] {
    boxes.compactMap { Alert(path: $0.path, value: $0.value) }
  }
}
