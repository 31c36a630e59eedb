import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's jobs in a real cron, which sees no other jobs of this machine.
@Suite(.blocking, .enabled(if: geteuid() == 0, "only root may start cron"))
struct ReadmeCronTests {
  private let user = TestUser()
  private let daemon: DaemonProcess

  init() throws {
    daemon = try DaemonProcess()
  }

  private func log() -> [Substring] {
    (contents(of: user.directory.file("log")) ?? "").split(separator: "\n")
  }

  /// Starts cron with a table of its own, in a namespace with its own directories.
  private func startCron(_ table: String) throws -> UserProcess {
    let file = try user.save(table, as: "table")
    return try user.start(
      "/usr/bin/unshare",
      [
        "--mount", "sh", "-ec",
        """
        for directory in /run /var/spool/cron /etc/cron.d; do
          mount -t tmpfs tmpfs $directory
        done
        mkdir /var/spool/cron/crontabs
        mount --bind /dev/null /etc/crontab
        crontab '\(file)'
        exec cron -f
        """,
      ])
  }

  @Test func `one job waits for the lock, the other is left out`() throws {
    let table = try Readme.block(after: "### A lock between cron jobs")
    // The real table is valid, but its jobs would start at night.
    let jobs = table.replacing(/(?m)^[0-9*]+ [0-9*]+ \* \* \*/, with: "@reboot")
      .replacing("/run/procon/procon.sock", with: daemon.socket)
      .replacing("PATH=", with: "PATH=\(user.directory.file("programs")):")
    expect(jobs.matches(of: /@reboot/).count, equals: 2)
    for job in ["backup", "reindex"] {
      try user.install(job, "echo \(job) >>'\(user.directory.file("log"))'")
    }
    // procon, with a note of how it has ended.
    unlink(user.directory.file("programs/procon"))
    try user.install(
      "procon",
      """
      '\(builtProgram("procon-client"))' "$@"
      echo "$* ends with $?" >>'\(user.directory.file("log"))'
      """)
    let gate = user.directory.file("gate")
    let holder = try user.client(
      "lock", "shared.locks.disk", "--socket", daemon.socket, "--", "sh", "-c",
      "echo held; until [ -e \(gate) ]; do sleep 0.01; done")
    expect(try holder.nextLine(), equals: "held")

    let cron = try startCron(jobs)
    let leftOut = "lock shared.locks.disk --nonblock -- reindex ends with 5"
    try waitUntil("one job is left out") { log() == [leftOut[...]] }
    try write("", to: gate)
    try waitUntil("the other one has run") { log().count == 3 }
    expect(
      log(), equals: [leftOut[...], "backup", "lock shared.locks.disk -- backup ends with 0"])
    expect(cron.end == nil)
  }

  @Test func `crontab accepts the table as it is`() throws {
    let cron = try startCron(try Readme.block(after: "### A lock between cron jobs"))
    try waitUntil("cron has read its table") {
      contents(of: "/proc/\(cron.processID)/comm") == "cron\n"
    }
    expect(cron.errors, equals: "")
  }
}
