/// What a process has used, as the kernel accounts for it.
struct ProcessAccount {
  let processID: Int32

  /// The time for which its threads were on a processor, in nanoseconds: the scheduler's own count,
  /// the first number of schedstat (proc(5), sched-stats). A thread that ended is not in it.
  func processorTime() throws(Failure) -> Int {
    let tasks = "/proc/\(processID)/task"
    var sum = 0
    for task in TextFile.names(in: tasks) {
      let fields = TextFile.contents(of: "\(tasks)/\(task)/schedstat")?.split(separator: " ")
      sum += fields?.first.flatMap { Int($0) } ?? 0
    }
    guard sum > 0 else { throw .beyond("the kernel keeps no schedstat of process \(processID)") }
    return sum
  }

  /// Its resident memory in bytes, counted page by page: the number in `status` lags behind.
  func residentMemory() throws(Failure) -> Int {
    let lines = TextFile.contents(of: "/proc/\(processID)/smaps_rollup")?.split(separator: "\n")
    let line = lines?.first { $0.hasPrefix("Rss:") }
    guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw .beyond("the kernel keeps no smaps_rollup of process \(processID)")
    }
    return kilobytes << 10
  }
}
