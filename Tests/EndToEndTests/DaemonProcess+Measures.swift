import BoxWireTestSupport
import Glibc
import SystemTestSupport

extension DaemonProcess {
  /// Its private memory in bytes, without files and shared pages.
  func memory() throws -> Int {
    let path = "/proc/\(process.processID)/smaps_rollup"
    let lines = contents(of: path)?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("Pss_Anon:") }
    let number = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard let number else { throw NotMeasured(what: path) }
    return number << 10
  }

  /// The number of its open files.
  func descriptors() throws -> Int {
    let path = "/proc/\(process.processID)/fd"
    let names = entries(of: path)
    guard !names.isEmpty else { throw NotMeasured(what: path) }
    return names.count
  }

  /// Suspends it until SIGCONT.
  func suspend() throws {
    process.signal(SIGSTOP)
    let path = "/proc/\(process.processID)/stat"
    let deadline = Deadline()
    // The state is the word after the name, which is in parentheses.
    while contents(of: path)?.split(separator: ")").last?.hasPrefix(" T") != true {
      guard !deadline.hasPassed else { throw NotMeasured(what: path) }
      poll(nil, 0, 1)
    }
  }
}

/// A value that the system does not report.
struct NotMeasured: Error {
  let what: String
}
