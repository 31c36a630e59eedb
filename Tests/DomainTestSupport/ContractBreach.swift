/// A violation of the contract by a gateway.
package struct ContractBreach: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
