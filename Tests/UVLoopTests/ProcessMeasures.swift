import CLibuv
import Expectations
import Glibc
import Testing
import UVLoop

/// Expects that the process uses hardly any CPU time while nothing happens.
func expectLittleWork() {
  let before = processTime()
  // A spinning loop would use up the time; there is no event to wait for.
  usleep(200_000)
  expect(processTime() - before < .milliseconds(100))
}

private func processTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The path of a file in proc(5) for the loop's thread.
@LoopActor
func threadFile(_ name: String) -> String {
  var link = [UInt8](repeating: 0, count: 64)
  let count = readlink("/proc/thread-self", &link, link.count)
  return "/proc/\(String(decoding: link[..<max(0, count)], as: UTF8.self))/\(name)"
}

/// How often the thread went to sleep voluntarily, read while it sleeps.
func wakeUps(_ file: String) async -> Int {
  while true {
    let lines = words(file)
    let count = lines.first { $0.first == "voluntary_ctxt_switches:" }?.last.flatMap { Int($0) }
    let state = lines.first { $0.first == "State:" }?.dropFirst().first
    if let count, state == "S" { return count }
    await Task.yield()
  }
}

/// The words of each line of a small file; empty if it cannot be read.
private func words(_ file: String) -> [[Substring]] {
  let descriptor = open(file, O_RDONLY)
  defer { close(descriptor) }
  let bytes = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, count in
    count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
  }
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
    line.split { $0.isWhitespace }
  }
}

/// The resources of this process.
struct Resources {
  var descriptors = (0..<Int32(4096)).count { fcntl($0, F_GETFD) >= 0 }
  /// All allocated blocks of memory, from mallinfo(3); 0 with the address sanitizer, which has its
  /// own allocator.
  var allocatedBytes = Int(mallinfo2().uordblks + mallinfo2().hblkhd)
  /// All pages in memory, including code.
  var residentBytes = {
    let pages = words("/proc/self/statm").first?.dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }()

  static func - (left: Resources, right: Resources) -> Resources {
    Resources(
      descriptors: left.descriptors - right.descriptors,
      allocatedBytes: left.allocatedBytes - right.allocatedBytes,
      residentBytes: left.residentBytes - right.residentBytes)
  }
}

func hasAddressSanitizer() -> Bool {
  dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
}

/// Gives the calling thread its own descriptor table, lowers the limit, and uses up the rest.
func takeAllDescriptors() -> [Int32] {
  separateDescriptors()
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
  // Above every open descriptor, so that the number of each closed one can be reused.
  let highest = (0..<Int32(4096)).last { fcntl($0, F_GETFD) >= 0 } ?? 0
  limit.rlim_cur = rlim_t(highest) + 8
  setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
  var taken: [Int32] = []
  while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
    taken.append(descriptor)
  }
  return taken
}

/// unshare(2), which the C library declares only with _GNU_SOURCE.
private func separateDescriptors() {
  typealias Unshare = @convention(c) (Int32) -> Int32
  let shareFiles: Int32 = 0x400
  let unshare = unsafeBitCast(dlsym(dlopen(nil, RTLD_NOW), "unshare"), to: Unshare.self)
  precondition(unshare(shareFiles) == 0, "cannot separate the descriptor table")
}
