internal import Domain
internal import Glibc
internal import OperatingSystem

extension FileStamp {
  /// When the file was last written.
  var modified: Timestamp {
    Timestamp(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
