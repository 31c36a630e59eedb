package import Glibc

/// Attributes of a file other than its text; they show whether it was written or replaced.
package struct FileStamp: Equatable, Sendable {
  package let identity: FileIdentity
  package let size: Int
  private let seconds: time_t
  private let nanoseconds: Int
  package let mode: mode_t
  package let owner: uid_t
  package let group: gid_t

  package init(_ status: stat) {
    identity = FileIdentity(status)
    size = status.st_size
    seconds = min(max(status.st_mtim.tv_sec, Self.years.lowerBound), Self.years.upperBound)
    nanoseconds = status.st_mtim.tv_nsec
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
  }

  /// nil if there is no such file. A symbolic link is followed.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// From year 0 to year 9999, in seconds since 1970: some file systems accept any number.
  private static let years = -62_167_219_200...253_402_300_799

  /// When the file was last written.
  package var time: timespec { timespec(tv_sec: seconds, tv_nsec: nanoseconds) }

  /// Whether both files were last written at the same time, to the nanosecond.
  package func isAsOld(as other: FileStamp) -> Bool {
    (seconds, nanoseconds) == (other.seconds, other.nanoseconds)
  }

  package var isRegular: Bool { mode & S_IFMT == S_IFREG }

  package var isLink: Bool { mode & S_IFMT == S_IFLNK }

  /// The time since the file was last written, by the system clock; negative if that was set back.
  package var age: Duration {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return .seconds(now.tv_sec - seconds) + .nanoseconds(now.tv_nsec - nanoseconds)
  }
}
