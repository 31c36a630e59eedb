import BoxWireTestSupport
import Glibc
import SystemTestSupport

extension DaemonProcess {
  /// Bytes of memory that are its own: neither files nor shared with others.
  func memory() throws -> Int {
    let path = "/proc/\(process.processID)/smaps_rollup"
    let lines = contents(of: path)?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("Pss_Anon:") }
    let number = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard let number else { throw NotMeasured(what: path) }
    return number << 10
  }

  /// How many files it has open.
  func descriptors() throws -> Int {
    let path = "/proc/\(process.processID)/fd"
    let names = entries(of: path)
    guard !names.isEmpty else { throw NotMeasured(what: path) }
    return names.count
  }

  /// Stops it where it is, until it gets SIGCONT.
  func suspend() throws {
    process.signal(SIGSTOP)
    let path = "/proc/\(process.processID)/stat"
    let deadline = Deadline(after: .seconds(10))
    // The state is the word after the name, which is in parentheses.
    while contents(of: path)?.split(separator: ")").last?.hasPrefix(" T") != true {
      guard !deadline.hasPassed else { throw NotMeasured(what: path) }
      poll(nil, 0, 1)
    }
  }
}

/// What the system does not tell.
struct NotMeasured: Error {
  let what: String
}
