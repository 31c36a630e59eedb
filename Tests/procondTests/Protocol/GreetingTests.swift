import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct GreetingTests {
  @Test func `the first line is the greeting`() throws {
    let daemon = try DaemonInProcess()
    let set = try daemon.connect().call("set", #"{"box":"shared.a","value":1}"#)
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    expect(hello.names, equals: ["jsonrpc", "method", "params"])
    expect(hello["method"]?.string, equals: "hello")
    let params = try require(hello["params"])
    expect(params.names, equals: ["epoch", "identity", "limits", "protocol", "revision", "server"])
    expect(params["protocol"]?.integer, equals: 1)
    expect(params["server"]?.string?.wholeMatch(of: /procond \d+\.\d+\.\d+/) != nil)
    expect(params["identity"]?.string?.isEmpty, equals: false)
    expect(params["epoch"]?.string?.isEmpty, equals: false)
    expect(params["revision"], equals: set["result", "revision"])
    expect(
      params["limits"]?.description, equals: #"{"line":1048576,"value":1048576,"patterns":64}"#)
  }

  @Test func `an epoch belongs to one daemon`() throws {
    let (one, other) = (try DaemonInProcess(), try DaemonInProcess())
    let epochs = try [one, one, other].map { (daemon: DaemonInProcess) in
      try Peer(to: daemon.socket, of: daemon).next()["params", "epoch"]
    }
    expect(epochs[0], equals: epochs[1])
    expect(epochs[0] != epochs[2])
  }
}
