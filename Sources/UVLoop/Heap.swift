internal import CLibuv
internal import Glibc

/// The memory that this process allocates from.
package enum Heap {
  /// Has all threads allocate from one place (mallopt(3)): what one of them allocates and another one
  /// frees is used again. To be called before there are threads. For a program of which one thread
  /// does nearly everything: with 10,000 topics, which another thread reads, procond needs 53 MB
  /// instead of 61.
  package static func shareArena() {
    mallopt(M_ARENA_MAX, 1)
  }

  /// Returns free memory to the system, where the C library keeps it otherwise (malloc_trim(3)).
  package static func trim() {
    malloc_trim(0)
  }
}
