internal import Domain
internal import Glibc

/// Attributes of a file other than its text; they show whether it was written or replaced.
struct FileStamp: Equatable, Sendable {
  private let device: dev_t
  let number: ino_t
  let size: Int
  private let seconds: time_t
  private let nanoseconds: Int
  let mode: mode_t
  let owner: uid_t
  let group: gid_t

  init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
    size = status.st_size
    seconds = min(max(status.st_mtim.tv_sec, Self.years.lowerBound), Self.years.upperBound)
    nanoseconds = status.st_mtim.tv_nsec
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
  }

  /// From year 0 to year 9999, in seconds since 1970: some file systems accept any number.
  private static let years = -62_167_219_200...253_402_300_799

  /// When the file was last written.
  var modified: Timestamp {
    Timestamp(millisecondsSince1970: Int64(seconds) * 1000 + Int64(nanoseconds) / 1_000_000)
  }

  /// When the file was last written, for system calls.
  var time: timespec { timespec(tv_sec: seconds, tv_nsec: nanoseconds) }

  /// Whether both files were last written at the same time, to the nanosecond.
  func isAsOld(as other: FileStamp) -> Bool {
    (seconds, nanoseconds) == (other.seconds, other.nanoseconds)
  }

  var isRegular: Bool { mode & S_IFMT == S_IFREG }

  var isLink: Bool { mode & S_IFMT == S_IFLNK }

  /// The time since the file was last written, by the system clock; negative if that was set back.
  var age: Duration {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return .seconds(now.tv_sec - seconds) + .nanoseconds(now.tv_nsec - nanoseconds)
  }
}
