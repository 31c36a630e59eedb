internal import UVLoop

/// Memory that the daemon uses on behalf of clients: bytes that wait to be read by them, and bytes
/// of requests that are not yet carried out.
@LoopActor
final class MemoryUse {
  /// Bytes that wait for a single client each.
  var unsent = 0
  /// Bytes that wait for several clients, counted once, and that nothing else needs.
  var shared = 0
  /// Bytes of incomplete lines, and of unanswered requests.
  var unfinished = 0

  /// The approximate number of bytes freed with connections since memory was last returned to the
  /// system.
  var freed = 0

  /// Bytes that wait for clients.
  var waiting: Int { unsent + shared }

  /// Whether so many bytes wait that lines should be short.
  var isPressed: Bool { unsent > 8 << 20 }
}
