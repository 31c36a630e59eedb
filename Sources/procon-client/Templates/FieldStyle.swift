internal import BoxWire

/// How the values of a template's fields are written.
struct FieldStyle: Equatable, Sendable {
  var escape = Escape.none
  /// The text between the values of a list.
  var separator = ", "

  /// The text of a field.
  ///
  /// - Parameter values: all values of a list, otherwise one value, or none if it is missing.
  func text(of values: [JSONText]) -> String {
    escape.escaped(values.filter { !$0.isNull }.map(\.bare), joinedBy: separator)
  }
}
