import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

@Suite(.enabled(if: LoopThread.isRunning)) struct DeliveryTests {
  /// Records the address of each line that it is offered.
  @LoopActor
  private final class Output: SubscriberOutput {
    let lane: PipeLane? = nil
    /// The outputs that received something, in order.
    static var order: [ObjectIdentifier] = []
    let isDrained = true
    let wantsMore = true
    let hasEnded = false
    let isClosed = false
    private(set) var places: [UnsafeRawPointer?] = []

    func offer(
      _ lines: [UInt8], sent: Int, shared: SharedBytes?, end: (Int) -> Int
    ) -> Int {
      places.append(lines.withUnsafeBytes { $0.baseAddress })
      Self.order.append(ObjectIdentifier(self))
      return lines.count
    }

    func offer(pieces: [OutputPiece]) -> Bool { true }
    func requestFlush() {}
    func append(_ line: [UInt8]) {}
    func append(_ pieces: [OutputPiece]) {}
  }

  @LoopActor
  @Test(arguments: Subscribe.Mode.allCases)
  func `a line is encoded once for all subscribers with the same patterns`(_ mode: Subscribe.Mode) {
    let log = ChangeLog(epoch: "e")
    let delivery = Delivery(log: log)
    let outputs = (0..<3).map { _ in Output() }
    // The order of the patterns does not matter.
    let subscribers = outputs.enumerated().map { index, output in
      let subscriber = Subscriber(output: output)
      let patterns = [Pattern("a.*")!, Pattern("b")!]
      delivery.subscribe(
        subscriber, to: index == 1 ? patterns.reversed() : patterns, DeliveryOptions(mode: mode))
      delivery.setDrained(true, subscriber)
      return subscriber
    }
    log.set(Path("a.b")!, to: JSONText(1))
    delivery.flush()
    expect(outputs.allSatisfy { $0.places.count == 1 })
    expect(Set(outputs.map { $0.places.first }).count, equals: 1)
    withExtendedLifetime(subscribers) {}
  }

  @LoopActor
  @Test(arguments: Subscribe.Mode.allCases)
  func `subscribers take turns at being written to first`(_ mode: Subscribe.Mode) {
    let log = ChangeLog(epoch: "e")
    let delivery = Delivery(log: log)
    let outputs = (0..<3).map { _ in Output() }
    let subscribers = outputs.map { output in
      let subscriber = Subscriber(output: output)
      delivery.subscribe(subscriber, to: [Pattern("a")!], DeliveryOptions(mode: mode))
      delivery.setDrained(true, subscriber)
      return subscriber
    }
    Output.order = []
    for value in 0..<6 {
      log.set(Path("a")!, to: JSONText(value))
      delivery.flush()
    }
    let numbers = Output.order.map { id in outputs.firstIndex { ObjectIdentifier($0) == id } }
    let firsts = stride(from: 0, to: 18, by: 3).map { numbers[$0] }
    expect(Set(firsts.prefix(3)), equals: [0, 1, 2])
    expect(firsts.suffix(3), equals: firsts.prefix(3))
    withExtendedLifetime(subscribers) {}
  }

  @LoopActor
  @Test func `shared boxes have at most 64 MiB in total`() async throws {
    let boxes = SharedBoxes(log: ChangeLog(epoch: "e"), limits: ServerLimits())
    // Paths count too; they have 11 bytes here.
    let value = JSONText(valid: Array(repeating: UInt8(ascii: "7"), count: (1 << 20) - 11))
    for number in 0..<64 {
      // Let other tests use the loop.
      await Task.yield()
      _ = try boxes.set(request(number, value))
    }
    #expect(throws: RequestError.self) { try boxes.set(request(64, JSONText(1))) }
    // Space that becomes free can be used again.
    _ = try boxes.set(request(0, JSONText(1)))
    _ = try boxes.set(request(64, JSONText(1)))
    _ = try boxes.delete(.one(DeleteBox(box: path(1))))
    _ = try boxes.set(request(0, value))
    do {
      _ = try boxes.set(request(65, value))
      Issue.record("a value over the limit was accepted")
    } catch {
      expect(error.fact, equals: .limit("bytes"))
    }
  }

  @LoopActor
  @Test func `a value has at most 1 MiB`() throws {
    let boxes = SharedBoxes(log: ChangeLog(epoch: "e"), limits: ServerLimits())
    let value = Array(repeating: UInt8(ascii: "7"), count: ProtocolLimits.value)
    expect(try boxes.set(request(0, JSONText(valid: value))), equals: 1)
    do {
      _ = try boxes.set(request(0, JSONText(valid: value + [0x37])))
      Issue.record("a value over the limit was accepted")
    } catch {
      expect(error.fact, equals: .limit("value"))
    }
  }

  private func path(_ number: Int) -> Path {
    Path("shared.b\(100 + number)")!
  }

  private func request(_ number: Int, _ value: JSONText) -> SharedBoxChanges<SetBox> {
    .one(SetBox(box: path(number), value: value))
  }
}
