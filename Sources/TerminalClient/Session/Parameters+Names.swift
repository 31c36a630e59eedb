package import BoardValues
package import BoxWire

extension Parameters {
  /// The parameters of a board's intent, in order; those that are nil are left out.
  package init(_ members: KeyValuePairs<ParameterName, JSONText?>) {
    self.init(
      members.compactMap { name, value in value.map { Member(name: name.rawValue, value: $0) } })
  }

  package subscript(name: ParameterName) -> JSONText? { self[name.rawValue] }
}
