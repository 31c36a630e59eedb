import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

@Suite struct ManySubscribersTests {
  @Test func `1,000 subscribers of everything and many changes one at a time`() async throws {
    let (subscribers, expected) = try await onOwnThread {
      let daemon = try DaemonProcess()
      let subscribers = try ManySubscribers(1000, to: daemon.socket)
      let peer = try daemon.connect()
      for number in 1...TestLength.size(150, long: 1000) {
        try peer.call("set", #"{"box":"shared.n\#(number % 10)","value":\#(number)}"#)
        if number % 7 == 0 { try peer.call("delete", #"{"box":"shared.n\#(number % 3)"}"#) }
        if number % 25 == 0 { try subscribers.readWhatIsThere() }
      }
      try peer.call("set", #"{"box":"shared.end","value":true}"#)
      try subscribers.read(until: "shared.end", is: "true")
      let answer = try peer.call("get", #"{"boxes":["**"]}"#)
      var expected: [String: String] = [:]
      for (path, value) in answer["result", "boxes"]?.members ?? [] {
        expected[path] = value.description
      }
      return (subscribers.states, expected)
    }
    expect(expected.count > 10)
    expect(subscribers.count, equals: 1000)
    expect(subscribers.allSatisfy { $0 == expected })
  }
}
