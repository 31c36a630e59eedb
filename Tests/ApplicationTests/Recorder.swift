import Boxes

/// The values of an output in order, from the one it had when the recorder was made.
final class Recorder<Value> {
  private(set) var values: [Value] = []
  private var binding: Binding?

  init(_ output: Output<Value>) {
    binding = output.bind { [unowned self] in values.append($0) }
  }
}
