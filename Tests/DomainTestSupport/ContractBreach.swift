/// What a gateway did that its contract does not allow.
package struct ContractBreach: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
