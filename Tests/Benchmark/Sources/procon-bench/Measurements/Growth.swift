internal import BoxWire

/// The cost of a change for procond when there are other boxes, and subscribers of other boxes.
struct Growth {
  /// The number of boxes, including the one that is set.
  let boxes: Int
  /// The number of subscribers of paths that are never set, one path each.
  let others: Int

  /// The number of boxes created with one write: few enough that a socket holds the answers.
  private static let portion = 100
  private static let payload = Payload(size: 128)

  func run(_ subject: Subject, _ times: Measurement.Times) throws(Failure) -> Sample {
    let testBed = try TestBed(subject, size: Self.payload.size)
    let makers = try testBed.connect(1) { _ in makingSteps }
    let mode = subject.mode
    let greeting = HandshakeStep(request: [], framing: ProconFraming(box: Procond.box))
    let idle = try testBed.connect(others) { number in
      [greeting, Procond.subscribe(to: Path("shared.absent.box\(number)")!, mode)]
    }
    let member = testBed.subscribers(try testBed.connect(1))
    let exchange = try testBed.exchange(member, .delivered(window: 256))
    _ = try exchange.run(milliseconds: times.warmUp)
    let outcome = try exchange.run(milliseconds: times.run)
    return withExtendedLifetime((makers, idle)) { Sample(outcome) }
  }

  /// Creates all boxes except the one that is set.
  private var makingSteps: [HandshakeStep] {
    let framing = ProconFraming(box: Procond.box)
    let numbers = Array(1..<boxes)
    let portions = stride(from: 0, to: numbers.count, by: Self.portion).map { start in
      let portion = numbers[start..<min(start + Self.portion, numbers.count)]
      let requests = portion.flatMap { number in
        let set = Procond.set(Path("shared.others.box\(number)")!, Self.payload)
        return Template(set).message(number)
      }
      // Answers arrive in order: the last one ends the step.
      let last = Payload.firstNumber + portion.last!
      return HandshakeStep(request: requests, framing: framing) {
        ProconFraming.isAnswer(to: last, $0)
      }
    }
    return [HandshakeStep(request: [], framing: framing)] + portions
  }
}
