import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing

/// What the daemon does when it is idle.
@Suite struct IdleTests {
  @Test(arguments: [false, true], DaemonProcess.Store.allCases)
  func `an idle daemon sleeps, also after intents, with a subscriber and as a service`(
    _ isService: Bool, store: DaemonProcess.Store
  ) async throws {
    let switches = try await onOwnThread {
      let directory = TemporaryDirectory()
      let manager = try StateReceiver(at: directory.file("notify"))
      let daemon = try DaemonProcess(
        environment: isService ? ["NOTIFY_SOCKET": manager.name] : [:], in: directory,
        store: store)
      let peer = try daemon.connect()
      // The name of its user is looked up on another thread.
      try peer.call("topics.ai.pros.add", #"{"text":"Always awake"}"#)
      try peer.call("subscribe", #"{"boxes":["**"]}"#)
      try peer.call("ping")
      // After clients connect or disconnect, a service reports their number within a second. A
      // database is checked a tenth of a second after a write.
      return switchesAtRest(of: daemon, pause: isService ? 1_200_000 : 300_000)
    }
    expect(switches, equals: 0)
  }

  @Test func `an idle daemon sleeps after shared boxes are stored`() async throws {
    let switches = try await onOwnThread {
      let daemon = try DaemonProcess(["--keep-shared"])
      let peer = try daemon.connect()
      try peer.set("shared.a", 1)
      try peer.call("set", #"{"box":"shared.b","value":1,"ttl":1000}"#)
      try waitUntil("the boxes are stored") {
        contents(of: "\(daemon.socket).state/procon/shared.jsonl")?.contains("shared.b") == true
      }
      return switchesAtRest(of: daemon, pause: 300_000)
    }
    expect(switches, equals: 0)
  }

  @Test func `a service that nobody looks at costs no wake-up, no descriptor and little memory`()
    async throws
  {
    let service = try await HTTPService(.board)
    let files = ServiceFiles()
    try files.configure(#""topics":{"memory":true},"# + service.mount("news", #","poll":1"#))
    let (switches, descriptors, memory) = try await onOwnThread {
      let daemons = [try DaemonProcess(), try files.start()]
      let peers = try daemons.map { try $0.connect() }
      for peer in peers { try peer.subscribe("topics.**") }
      let switches = switchesAtRest(of: daemons[1], pause: 300_000)
      return (
        switches, try daemons.map { try $0.descriptors() }, try daemons.map { try $0.memory() }
      )
    }
    expect(switches, equals: 0)
    expect(descriptors[0], equals: descriptors[1])
    expect(memory[1] - memory[0] < 2 << 20)
    expect(service.log, equals: [])
  }

  @Test func `a service that nobody looks at any longer costs no wake-up and no descriptor`()
    async throws
  {
    let service = try await HTTPService(.board)
    let files = ServiceFiles()
    try files.configure(#""topics":{"memory":true},"# + service.mount("news", #","poll":1"#))
    let (switches, descriptors) = try await onOwnThread {
      let daemon = try files.start()
      expect(switchesAtRest(of: daemon, pause: 300_000), equals: 0)
      let atFirst = try daemon.descriptors()
      let follower = try BoxFollower("news.**", of: daemon)
      try follower.wait(for: "news.ai.pros.items") { $0.elements?.count == 4 }
      let answer = try daemon.connect().call("news.ai.pros.add", #"{"text":"Always awake"}"#)
      expect(answer["result"] != nil)
      follower.leave()
      return (switchesAtRest(of: daemon, pause: 1_200_000), try daemon.descriptors() - atFirst)
    }
    expect(switches, equals: 0)
    expect(descriptors, equals: 0)
  }
}

/// The number of a daemon's context switches in two seconds, after it has finished its work, which
/// may take half a minute.
///
/// - Parameter pause: in microseconds, longer than any delay before the daemon acts.
private func switchesAtRest(of daemon: DaemonProcess, pause: UInt32) -> Int {
  var before = contextSwitches(of: daemon.process.processID)
  let deadline = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < deadline {
    usleep(pause)
    let now = contextSwitches(of: daemon.process.processID)
    if now == before { break }
    before = now
  }
  // This measures a time span: long enough for a one-second timer to fire twice.
  sleep(2)
  return contextSwitches(of: daemon.process.processID) - before
}

/// How often the threads of a process have given up a core voluntarily.
private func contextSwitches(of processID: pid_t) -> Int {
  var sum = 0
  for thread in entries(of: "/proc/\(processID)/task") {
    let status = contents(of: "/proc/\(processID)/task/\(thread)/status") ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    sum += line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0
  }
  return sum
}
