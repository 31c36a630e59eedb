import BoxWire
import BoxWireTestSupport
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct GreetingTests {
  @Test func `the first line is the greeting`() throws {
    let daemon = try DaemonInProcess()
    let set = try daemon.connect().call("set", #"{"box":"shared.a","value":1}"#)
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    #expect(hello.names == ["jsonrpc", "method", "params"])
    #expect(hello["method"]?.string == "hello")
    let params = try #require(hello["params"])
    #expect(params.names == ["epoch", "identity", "limits", "protocol", "revision", "server"])
    #expect(params["protocol"]?.integer == 1)
    #expect(params["server"]?.string?.wholeMatch(of: /procond \d+\.\d+\.\d+/) != nil)
    #expect(params["identity"]?.string?.isEmpty == false)
    #expect(params["epoch"]?.string?.isEmpty == false)
    #expect(params["revision"] == set["result", "revision"])
    #expect(
      params["limits"]?.description == #"{"line":1048576,"value":1048576,"patterns":64}"#)
  }

  @Test func `an epoch belongs to one daemon`() throws {
    let (one, other) = (try DaemonInProcess(), try DaemonInProcess())
    let epochs = try [one, one, other].map { (daemon: DaemonInProcess) in
      try Peer(to: daemon.socket, of: daemon).next()["params", "epoch"]
    }
    #expect(epochs[0] == epochs[1])
    #expect(epochs[0] != epochs[2])
  }
}
