import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The daemon asks the system for the names of users.
@Suite(.blocking) struct UserNameTests {
  @Test func `a failed lookup of a user name is repeated`() throws {
    let daemon = try DaemonProcess()
    let peer = try daemon.connect()
    func author(of text: String, descriptors: Int) throws -> String? {
      let tool = try ChildProcess(
        "/usr/bin/prlimit", ["--pid", "\(daemon.process.processID)", "--nofile=\(descriptors):"])
      expect(try tool.waitForEnd(), equals: .exited(0))
      try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#)
      let items = try peer.call("get", #"{"boxes":["topics.ai.pros.items"]}"#)
      return items["result", "boxes", "topics.ai.pros.items"]?.elements?.last?["author"]?.string
    }
    // Fewer than are open.
    expect(try author(of: "Never tired", descriptors: 4), equals: "\(geteuid())")
    let name = String(cString: getpwuid(geteuid()).pointee.pw_name)
    expect(try author(of: "Never bored", descriptors: 256), equals: name)
  }
}
