internal import CLibuv

/// The memory that this process allocates from.
package enum Heap {
  /// Returns free memory to the system, where the C library keeps it otherwise (malloc_trim(3)).
  package static func trim() {
    malloc_trim(0)
  }
}
