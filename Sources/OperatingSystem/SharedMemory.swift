internal import CLinux
internal import Glibc

/// Memory in an unnamed file (memfd_create(2)): it exists as long as somebody has the descriptor, such as
/// a service manager. Pages that were never written take no room.
package final class SharedMemory {
  package let descriptor: Int32
  package let bytes: UnsafeMutableRawBufferPointer

  /// Makes memory full of zeros.
  ///
  /// - Parameters:
  ///   - name: to be seen in /proc.
  ///   - size: in bytes, at least 1. It cannot be changed later, by nobody.
  /// - Throws: `SystemCallError`.
  package convenience init(name: String, size: Int) throws(SystemCallError) {
    let descriptor = memfd_create(name, Self.closeOnExec | Self.allowSealing)
    guard descriptor >= 0 else { throw SystemCallError(call: "memfd_create", code: errno) }
    do throws(SystemCallError) {
      guard ftruncate(descriptor, size) == 0 else {
        throw SystemCallError(call: "ftruncate", code: errno)
      }
      guard fcntl(descriptor, Self.addSeals, Self.sizeSeals) == 0 else {
        throw SystemCallError(call: "fcntl", code: errno)
      }
      try self.init(mapping: descriptor, size)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Maps memory that another process has made in the same way, and owns the descriptor from then on.
  ///
  /// - Throws: `SystemCallError`; EINVAL for a descriptor of something else. The descriptor is then closed.
  package convenience init(descriptor: Int32) throws(SystemCallError) {
    do throws(SystemCallError) {
      // Without the seals, somebody could shrink it, and reading it would be a SIGBUS.
      let seals = fcntl(descriptor, Self.getSeals)
      var status = stat()
      guard seals >= 0, seals & Self.sizeSeals == Self.sizeSeals, fstat(descriptor, &status) == 0,
        status.st_size > 0
      else { throw SystemCallError(call: "fcntl", code: EINVAL) }
      try self.init(mapping: descriptor, Int(status.st_size))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private init(mapping descriptor: Int32, _ size: Int) throws(SystemCallError) {
    let start = mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0)
    guard let start, start != MAP_FAILED else { throw SystemCallError(call: "mmap", code: errno) }
    self.descriptor = descriptor
    bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A core dump would make pages of all that was never written.
    _ = madvise(start, size, Self.doNotDump)
  }

  deinit {
    munmap(bytes.baseAddress, bytes.count)
    close(descriptor)
  }

  // Of <linux/memfd.h>, <linux/fcntl.h> and <sys/mman.h>.
  private static let closeOnExec: UInt32 = 1
  private static let allowSealing: UInt32 = 2
  /// MADV_DONTDUMP.
  private static let doNotDump: Int32 = 16
  private static let addSeals: Int32 = 1033
  private static let getSeals: Int32 = 1034
  /// F_SEAL_SEAL, F_SEAL_SHRINK and F_SEAL_GROW.
  private static let sizeSeals: Int32 = 1 | 2 | 4
}
