import Boxes
import Expectations
import Testing

struct OutputTests {
  @Test func `an output has its box's value`() {
    let box = Box(1)
    let output = Output(box)
    expect(output.value, equals: 1)
    box.value = 2
    expect(output.value, equals: 2)
  }

  @Test func `an observer gets the current value, then each change`() {
    let box = Box(1)
    var values: [Int] = []
    let binding = Output(box).bind { values.append($0) }
    box.value = 2
    box.value = 2
    expect(values, equals: [1, 2, 2])
    binding.cancel()
    box.value = 3
    expect(values, equals: [1, 2, 2])
  }

  @Test func `an output keeps its box alive, a binding does not`() {
    weak var box: Box<Int>?
    var output: Output<Int>?
    do {
      let made = Box(1)
      box = made
      output = Output(made)
    }
    let binding = output?.bind { _ in }
    expect(box != nil)
    output = nil
    expect(box == nil)
    binding?.cancel()
  }
}
