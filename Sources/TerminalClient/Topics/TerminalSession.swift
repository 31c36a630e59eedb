internal import Glibc
internal import OperatingSystem

/// The session of processes (setsid(2)) that this one shares with the shell of its terminal.
struct TerminalSession: Equatable {
  /// The process that leads it, such as the shell.
  let leader: pid_t
  /// Differs from those of all other sessions, also of later ones whose leader has the same number:
  /// the boot, the leader and its start, in clock ticks since the boot.
  let identity: String

  /// nil if this process has no controlling terminal, or its session has lost its leader.
  init?() {
    let leader = getsid(0)
    guard leader > 0, let own = Self.status("self"), own.terminal != 0,
      let start = Self.status("\(leader)")?.start,
      let boot = try? ShortFile.read("/proc/sys/kernel/random/boot_id", limit: 64)
    else { return nil }
    self.leader = leader
    let name = String(decoding: boot.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    identity = "\(name) \(leader) \(start)"
  }

  /// The number of the terminal that controls a process, 0 for none, and when it was started, as in
  /// proc_pid_stat(5); nil if there is no such process.
  private static func status(_ process: String) -> (terminal: Int, start: String)? {
    guard let bytes = try? ShortFile.read("/proc/\(process)/stat", limit: 4096) else { return nil }
    // The name of the program is in parentheses, and may have any characters.
    let text = String(decoding: bytes, as: UTF8.self)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 20, let terminal = Int(fields[5]) else { return nil }
    return (terminal, String(fields[20]))
  }
}
