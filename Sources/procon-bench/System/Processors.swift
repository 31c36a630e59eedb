internal import Glibc

/// Which processors a process runs on.
enum Processors {
  private typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
  /// As many processors as a set of the C library's has, in bytes.
  private static let setSize = 128

  /// Those that this process may run on, in order; none when that cannot be told.
  static var allowed: [Int] {
    var set = [UInt8](repeating: 0, count: setSize)
    call("sched_getaffinity", &set)
    return (0..<setSize * 8).filter { set[$0 / 8] & 1 << ($0 % 8) != 0 }
  }

  /// Keeps this process, and what it becomes, to these.
  static func keep(to processors: [Int]) {
    var set = [UInt8](repeating: 0, count: setSize)
    for processor in processors { set[processor / 8] |= 1 << (processor % 8) }
    call("sched_setaffinity", &set)
  }

  /// A little less exactness is no reason to end: failing is not told.
  private static func call(_ name: String, _ set: inout [UInt8]) {
    // The C library shows these only under _GNU_SOURCE.
    guard let symbol = dlsym(nil, name) else { return }
    _ = unsafeBitCast(symbol, to: Affinity.self)(0, set.count, &set)
  }
}
