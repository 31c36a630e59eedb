internal import UVLoop

/// What clients have the daemon hold for them: bytes that wait to be taken, and bytes of requests
/// that are not carried out.
@LoopActor
final class MemoryUse {
  /// Bytes that wait for one client each.
  var unsent = 0
  /// Bytes that wait for several clients, counted once, and that nothing else needs.
  var shared = 0
  /// Bytes of lines that have no end yet, and of requests that are not answered.
  var unfinished = 0

  /// About how many bytes were freed with connections since memory was last returned to the system.
  var freed = 0

  /// Bytes that wait for clients.
  var waiting: Int { unsent + shared }

  /// Whether so much waits that lines should be short.
  var isPressed: Bool { unsent > 8 << 20 }
}
