internal import Glibc

/// Where and when it is measured.
struct Machine {
  /// Processors that are online.
  let cores: Int
  /// Name and version, such as `Linux 6.18.5`.
  let kernel: String
  /// As the system calls itself.
  let system: String
  /// In UTC, as `2026-11-21`.
  let date: String

  /// This one, now.
  init() {
    cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var name = utsname()
    uname(&name)
    kernel = "\(Self.text(&name.sysname)) \(Self.text(&name.release))"
    let lines = TextFile.contents(of: "/etc/os-release")?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("PRETTY_NAME=") }
    system = line.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "unknown"
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let month = parts.tm_mon + 1
    date =
      "\(1900 + parts.tm_year)-\(month < 10 ? "0" : "")\(month)"
      + "-\(parts.tm_mday < 10 ? "0" : "")\(parts.tm_mday)"
  }

  private static func text(_ bytes: inout some Any) -> String {
    withUnsafeBytes(of: &bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension Machine: CustomStringConvertible {
  var description: String {
    "\(cores) \(cores == 1 ? "core" : "cores"), \(kernel), \(system), \(date)"
  }
}
