import Boxes

/// What a box told, in order, from the value it had when the recorder was made.
final class Recorder<Value> {
  private(set) var values: [Value] = []
  private var binding: Binding?

  init(_ box: Box<Value>) {
    binding = box.bind { [unowned self] in values.append($0) }
  }
}
