import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// What the daemon remembers of removed boxes is limited.
@Suite(.blocking) struct RemovedBoxMemoryTests {
  @Test func `boxes that are created and removed leave no memory behind`() throws {
    let daemon = try DaemonProcess()
    let writer = try daemon.connect()
    // Each path is different. Once the ring is full, each removal forgets an earlier one.
    var number = 0
    func comeAndGo(_ count: Int) throws {
      for _ in 0..<count / 50 {
        let members = (0..<50).flatMap { _ in
          number += 1
          let box = #""box":"shared.some-long-name.for-a-box.that-comes-and-goes.n\#(number)""#
          return [
            #"{"method":"set","params":{\#(box),"value":1}}"#,
            #"{"method":"delete","params":{\#(box)}}"#,
          ]
        }
        try writer.send("[\(members.joined(separator: ","))]")
      }
      try writer.call("ping")
    }
    try comeAndGo(60_000)
    let before = try daemon.memory()
    try comeAndGo(20_000)
    expect(try daemon.memory() - before <= 256 << 10)
  }
}
