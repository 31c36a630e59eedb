internal import Glibc
internal import UVLoop

/// Renames, including those that rename(2) does not offer: renameat2(2), which is missing from Swift's Glibc module.
enum FileSwap {
  enum Kind: UInt32 {
    /// Replaces an existing file, as rename(2) does.
    case replacing = 0
    /// Fails with EEXIST if there is such a file.
    case withoutReplacing = 1
    /// Exchanges two files, so that both names exist at any time.
    case exchange = 2
  }

  /// - Throws: `LoopError`, with EINVAL or ENOSYS if the file system or the kernel does not offer it.
  static func rename(
    _ old: String, _ new: String, in directory: Int32, _ kind: Kind
  ) throws(LoopError) {
    guard let function else { throw LoopError(operation: "rename", code: ENOSYS) }
    guard function(directory, old, directory, new, kind.rawValue) == 0 else {
      throw LoopError(operation: "rename", code: errno)
    }
  }

  private typealias Function =
    @convention(c) (
      Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
    ) -> Int32

  private static let function: Function? = dlsym(nil, "renameat2").map {
    unsafeBitCast($0, to: Function.self)
  }
}
