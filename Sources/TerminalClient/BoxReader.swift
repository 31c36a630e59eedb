internal import BoxClient
package import BoxWire

/// Reads boxes as values, and collects what is wrong with those that have another shape.
package struct BoxReader {
  private let value: (_ path: String) -> JSONText?
  /// Sentences, such as `topics.ai.summary: member 'title' is missing`.
  package private(set) var faults: [String] = []

  /// - Parameter value: returns the value of the box at a path; nil if there is none.
  package init(_ value: @escaping (_ path: String) -> JSONText?) {
    self.value = value
  }

  /// Returns the value of a box; nil if there is no such box, or its value is of another type.
  package mutating func read<Value: Decodable>(
    _ path: String, as type: Value.Type = Value.self
  ) -> Value? {
    guard let json = value(path) else { return nil }
    do throws(ValueFault) {
      return try json.decoded(as: type)
    } catch {
      faults.append("\(path): \(error)")
      return nil
    }
  }
}
