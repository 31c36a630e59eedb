import Boxes

/// An observer that reports whether its box still exists: a box keeps its observers alive.
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
