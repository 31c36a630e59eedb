internal import ArgumentParser
internal import Glibc

/// This machine, and today's date.
struct Machine: CustomStringConvertible {
  /// The number of processors online.
  let cores: Int
  /// The name and version, such as `Linux 6.18.5`.
  let kernel: String
  /// The name of the distribution.
  let system: String
  /// The date in UTC, such as `2026-11-21`.
  let date: String

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
    var text = [CChar](repeating: 0, count: 16)
    let count = strftime(&text, text.count, "%F", &parts)
    date = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  var description: String {
    "\(cores) \(cores == 1 ? "core" : "cores"), \(kernel), \(system), \(date)"
  }

  private static func text(_ bytes: inout some Any) -> String {
    withUnsafeBytes(of: &bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// The processors of servers, and of this program, which is their only client.
enum Placement: String, CaseIterable, ExpressibleByArgument {
  /// This program runs on the last processor, servers on the others.
  case apart
  /// All run on the first processor.
  case together
  /// The scheduler chooses, which differs from run to run.
  case free

  /// Restricts this process to its processors.
  ///
  /// - Returns: the processors for servers; any when empty, such as on a machine with one processor.
  func take() -> [Int] {
    let all = Processors.allowed
    guard all.count > 1 else { return [] }
    switch self {
    case .free: return []
    case .together:
      Processors.keep(to: [all[0]])
      return [all[0]]
    case .apart:
      Processors.keep(to: [all[all.count - 1]])
      return Array(all.dropLast())
    }
  }
}

/// The processors on which a process may run.
enum Processors {
  private typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
  /// The size of the C library's set of processors, in bytes.
  private static let setSize = 128

  /// The processors of this process, in order; empty when unknown.
  static var allowed: [Int] {
    var set = [UInt8](repeating: 0, count: setSize)
    call("sched_getaffinity", &set)
    return (0..<setSize * 8).filter { set[$0 / 8] & 1 << ($0 % 8) != 0 }
  }

  /// Restricts this process, and the program that it executes, to some processors.
  static func keep(to processors: [Int]) {
    var set = [UInt8](repeating: 0, count: setSize)
    for processor in processors { set[processor / 8] |= 1 << (processor % 8) }
    call("sched_setaffinity", &set)
  }

  /// Failures are ignored: the measurements are only less exact.
  private static func call(_ name: String, _ set: inout [UInt8]) {
    // The C library declares these functions only under _GNU_SOURCE.
    guard let symbol = dlsym(nil, name) else { return }
    _ = unsafeBitCast(symbol, to: Affinity.self)(0, set.count, &set)
  }
}
