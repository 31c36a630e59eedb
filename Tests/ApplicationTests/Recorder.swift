import Boxes

/// The values of an output in order, starting with the one at creation.
final class Recorder<Value> {
  private(set) var values: [Value] = []
  private var binding: Binding?

  init(_ output: Output<Value>) {
    binding = output.bind { [unowned self] in values.append($0) }
  }
}
