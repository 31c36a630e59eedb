internal import BoxWire

/// What a change of one box costs procond when there are others, and subscribers of others.
struct Growth {
  /// Boxes, the one that is set included.
  let boxes: Int
  /// Subscribers of paths that nobody sets, each of another one.
  let others: Int

  /// Boxes that are made with one write: few enough that their answers fit a socket.
  private static let portion = 100
  private static let payload = Payload(size: 128)

  func run(_ subject: Subject, _ times: Measurement.Times) throws(Failure) -> Sample {
    let setting = try Setting(subject, size: Self.payload.size)
    let makers = try setting.connect(1) { _ in makingSteps }
    let mode = subject.mode
    let greeting = Step(request: [], framing: ProconFraming(box: Procond.box))
    let idle = try setting.connect(others) { number in
      [greeting, Procond.subscribe(to: Path("shared.absent.box\(number)")!, mode)]
    }
    let member = setting.subscribers(try setting.connect(1))
    let exchange = try setting.exchange(member, .delivered(window: 256))
    _ = try exchange.run(milliseconds: times.warmUp)
    let outcome = try exchange.run(milliseconds: times.run)
    return withExtendedLifetime((makers, idle)) { Sample(outcome) }
  }

  /// Makes all boxes but the one that is set.
  private var makingSteps: [Step] {
    let framing = ProconFraming(box: Procond.box)
    let numbers = Array(1..<boxes)
    let portions = stride(from: 0, to: numbers.count, by: Self.portion).map { start in
      let portion = numbers[start..<min(start + Self.portion, numbers.count)]
      let requests = portion.flatMap { number in
        let set = Procond.set(Path("shared.others.box\(number)")!, Self.payload)
        return Template(set).message(number)
      }
      // Answers come in order: the last one ends the step.
      let last = Array("\"id\":\(Payload.firstNumber + portion.last!),".utf8)
      return Step(request: requests, framing: framing) { $0.contains(last) }
    }
    return [Step(request: [], framing: framing)] + portions
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes are somewhere in it.
  fileprivate func contains(_ bytes: [UInt8]) -> Bool {
    indices.contains { has(bytes, at: $0) }
  }
}
