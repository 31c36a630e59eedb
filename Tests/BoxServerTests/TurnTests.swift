import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Values that are set in one turn are published together.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct TurnTests {
  @LoopActor
  private final class Weather {
    struct Wind: Encodable {
      var speed = 0
      var direction = "north"
    }

    let temperature = Box(20.0)
    let wind = Box(Wind())
    let text = Box("")

    func publish(_ registry: Registry) {
      let inside = Scene("weather.inside")
      inside.publish(Output(temperature), as: "temperature")
      let outside = Scene("weather.outside")
      outside.publish(Output(wind), as: "wind")
      outside.publish(Output(text), as: "text")
      registry.add(inside)
      registry.add(outside)
    }
  }

  @Test func `boxes of two view models share one line and one revision`() async throws {
    let weather = await Weather()
    let server = try await TestServer(weather.publish)
    let peer = try server.subscribe("weather.**")
    let revision = try peer.revision()
    await onLoop {
      weather.temperature.value = 21.5
      weather.wind.value.speed = 3
    }
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(revision + 1),"boxes":{"weather.inside.temperature":21.5,"#
        + #""weather.outside.wind":{"direction":"north","speed":3}}}"#)
  }

  @Test func `a box that is set three times in a turn is published once`() async throws {
    let weather = await Weather()
    let server = try await TestServer(weather.publish)
    let peer = try server.subscribe("weather.**")
    let revision = try peer.revision()
    await onLoop {
      for value in [21.0, 22.0, 23.0] { weather.temperature.value = value }
    }
    let params = try peer.next()["params"]
    expect(params?["boxes"]?.description, equals: #"{"weather.inside.temperature":23}"#)
    expect(try peer.revision(), equals: revision + 1)
    try expectNothingMore(peer)
  }

  @Test func `a value with the same bytes publishes nothing`() async throws {
    let weather = await Weather()
    let server = try await TestServer(weather.publish)
    let peer = try server.subscribe("weather.**")
    let revision = try peer.revision()
    await onLoop {
      weather.temperature.value = 30
      weather.temperature.value = 20
      weather.wind.value = Weather.Wind()
    }
    expect(try peer.revision(), equals: revision)
    try expectNothingMore(peer)
  }

  @Test func `only boxes whose bytes differ are in the line`() async throws {
    let weather = await Weather()
    let server = try await TestServer(weather.publish)
    let peer = try server.subscribe("weather.**")
    await onLoop {
      weather.temperature.value = 20
      weather.text.value = "fair"
    }
    let boxes = try peer.next()["params", "boxes"]
    expect(boxes?.description, equals: #"{"weather.outside.text":"fair"}"#)
  }

  @Test func `changes of two turns are two revisions`() async throws {
    let weather = await Weather()
    let server = try await TestServer(weather.publish)
    let peer = try server.subscribe("weather.**")
    let revision = try peer.revision()
    for value in [21.0, 22.0] {
      await onLoop { weather.temperature.value = value }
      let params = try peer.next()["params"]
      expect(params?["boxes", "weather.inside.temperature"]?.double, equals: value)
    }
    expect(try peer.revision(), equals: revision + 2)
  }

  @Test func `a value that cannot be encoded is logged and does not delay others`() async throws {
    let weather = await Weather()
    let server = try await TestServer(weather.publish)
    let peer = try server.subscribe("weather.**")
    await onLoop {
      weather.temperature.value = .nan
      weather.text.value = "odd"
    }
    let boxes = try peer.next()["params", "boxes"]
    expect(boxes?.description, equals: #"{"weather.outside.text":"odd"}"#)
    expect(server.log.events.contains { $0.contains("weather.inside.temperature") })
    await onLoop { weather.temperature.value = 19 }
    expect(try peer.next()["params", "boxes", "weather.inside.temperature"]?.integer, equals: 19)
  }

  @Test func `a value of 8 MiB is published, a larger one is logged`() async throws {
    let weather = await Weather()
    let server = try await TestServer(weather.publish)
    let peer = try server.subscribe("weather.**")
    let text = String(repeating: "x", count: ProtocolLimits.sceneValue - 2)
    await onLoop { weather.text.value = text }
    expect(try peer.nextLine().count > ProtocolLimits.sceneValue)
    let revision = try peer.revision()
    await onLoop { weather.text.value = text + "x" }
    expect(try peer.revision(), equals: revision)
    expect(server.log.events.contains { $0.contains("weather.outside.text") })
  }

  @Test func `a scene that is added later is sent to subscribers whose patterns match`()
    async throws
  {
    let server = try await TestServer()
    let peer = try server.subscribe("weather.**")
    let weather = await Weather()
    await onLoop { weather.publish(server.registry) }
    expect(
      try peer.next()["params", "boxes"]?.names,
      equals: [
        "weather.inside.temperature", "weather.outside.text", "weather.outside.wind",
      ])
  }

  private func expectNothingMore(_ peer: Peer) throws {
    try peer.send(#"{"id":"last","method":"ping"}"#)
    expect(try peer.next()["id"]?.string, equals: "last")
  }
}
