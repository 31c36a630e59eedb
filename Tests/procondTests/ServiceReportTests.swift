import Expectations
import Logging
import OperatingSystem
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procond

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10))) struct ServiceReportTests {
  private let directory = TemporaryDirectory()
  private let receiver: StateReceiver

  init() throws {
    receiver = try StateReceiver(at: directory.file("notify"))
  }

  @LoopActor
  @Test func `reloads that overlap end together, with the result of the last`() throws {
    let service = ServiceEnvironment(
      sockets: [], notifySocket: receiver.name, watchdogInterval: nil)
    let report = try require(ServiceReport(service, logger: Logger(label: "test")))
    report.sendReady()
    report.sendReloading()
    report.sendReloading()
    report.sendReady(note: "failed")
    report.sendReloading()
    report.sendReady(note: "failed")
    report.sendReady()
    report.sendReloading()
    report.sendReady(note: "again")
    report.sendStopping()
    let states = try receiver.wait(for: "STOPPING=1")
    expect(
      states.compactMap(\.first),
      equals: [
        "READY=1", "RELOADING=1", "RELOADING=1", "RELOADING=1", "READY=1", "RELOADING=1",
        "READY=1", "STOPPING=1",
      ])
    expect(states[4].last, equals: "STATUS=0 clients")
    expect(states[6].last, equals: "STATUS=0 clients; again")
  }
}
