import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// The minimum that a view model of your own needs.
private final class Counter {
  private let box = Box(0)
  var count: Output<Int> { Output(box) }
  func add(_ number: Int) { box.value += number }
}

@LoopActor
private func scene(_ counter: Counter) -> Scene {
  let scene = Scene("demo.counter")
  scene.publish(counter.count, as: "count")
  scene.intent("add", Parameter<Int>("number", default: 1)) { _, number in
    counter.add(number)
    return []
  }
  return scene
}

@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct OwnViewModelTests {
  @Test func `a view model is published in a few lines and read over a socket`() async throws {
    let server = try await TestServer { $0.add(scene(Counter())) }
    let peer = try server.subscribe("demo.**")
    let result = try peer.call("demo.counter.add", #"{"number":41}"#)["result"]
    try peer.call("demo.counter.add")
    let change = try peer.next("change")
    expect(change["params", "revision"], equals: result?["revision"])
    expect(change["params", "boxes"]?.description, equals: #"{"demo.counter.count":41}"#)
    expect(try peer.next("change")["params", "boxes", "demo.counter.count"]?.integer, equals: 42)
  }
}
