import Boxes

/// An observer that shows whether the box it is bound to still exists: a box holds its observers.
final class Observer {
  private final class Witness {}

  private weak var witness: Witness?
  private var binding: Binding?

  init(_ output: Output<some Any>) {
    let witness = Witness()
    self.witness = witness
    binding = output.bind { _ in withExtendedLifetime(witness) {} }
  }

  var isReleased: Bool { witness == nil }
}
