internal import CLibuv
internal import Glibc

/// The memory allocator of this process.
package enum Heap {
  /// Makes all threads allocate from one arena (mallopt(3)): memory that one thread allocates and
  /// another one frees is reused. To be called before there are threads. For a program in which one
  /// thread does nearly everything: with 10,000 topics, which another thread reads, procond needs
  /// 53 MB instead of 61.
  package static func shareArena() {
    mallopt(M_ARENA_MAX, 1)
  }

  /// Returns free memory to the system that the C library would otherwise keep (malloc_trim(3)).
  package static func trim() {
    malloc_trim(0)
  }
}
