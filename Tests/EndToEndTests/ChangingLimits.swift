import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport

/// A daemon whose limits are lowered below what is in use, and raised again.
final class ChangingLimits {
  let daemon: DaemonProcess
  private let directory = TemporaryDirectory()
  private let receiver: StateReceiver
  private let peer: Peer
  private var weight = 1

  init() throws {
    receiver = try StateReceiver(at: directory.file("notify"))
    try write("{}", to: directory.file("procond.json"))
    daemon = try DaemonProcess(
      ["--config", directory.file("procond.json")],
      environment: ["NOTIFY_SOCKET": receiver.name], in: directory)
    try receiver.wait(for: "READY=1")
    peer = try daemon.connect()
  }

  /// Makes the daemon forget almost everything while it has more connections than allowed, and then
  /// sets limits that fit the clients again.
  func change() throws {
    // Boxes that expire at the same time are not yet delivered, and the witness must miss nothing.
    try adopt(#""recent-changes":64,"recent-bytes":16384,"connections":1,"scene-value":8388608"#)
    weight = weight % 5 + 1
    let response = try peer.call("topics.ai.pros.change", #"{"id":"1","weight":\#(weight)}"#)
    guard response["result"] != nil else { throw PeerError.unexpected(response) }
    let changes = [64, 1000, 65_536].randomElement() ?? 64
    // The longest requests of the clients must fit.
    try adopt(#""recent-changes":\#(changes),"line":\#(Bool.random() ? 950_000 : 1_048_576)"#)
  }

  private func adopt(_ limits: String) throws {
    try write(
      #"{"log-level":"error","limits":{\#(limits)}}"#, to: directory.file("procond.json"))
    daemon.process.signal(SIGHUP)
    try receiver.wait(for: "RELOADING=1")
    try receiver.wait(for: "READY=1")
  }
}
