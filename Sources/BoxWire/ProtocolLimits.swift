/// The protocol's limits, version 1. Of those that ``AnnouncedLimits`` names, a daemon may have its
/// own: these are the defaults.
public enum ProtocolLimits {
  /// Longest request line in bytes, the LF not counted: a peer that never sends LF costs no more.
  public static let line = 1 << 20
  /// Largest value of a shared box in bytes of its compact text. A request line has the same limit
  /// and holds the method and the path too: what `set` can bring is smaller by these.
  public static let value = 1 << 20
  /// Largest value of a scene's box in bytes: bounds what one change sends to each subscriber.
  public static let sceneValue = 8 << 20
  /// Largest answer to `get` or `rpc.discover` in bytes: it is one line, and every reader must hold it at once.
  public static let answer = 8 << 20
  /// Patterns that one connection may hold: bounds the work that one change can cause.
  public static let patterns = 64
  /// Milliseconds that may be asked for between two `change` lines.
  public static let interval = 0...60_000
  /// How many seconds a box with a `ttl` may live: up to 365 days.
  public static let ttl = 0.001...31_536_000
  /// Members of a batch: bounds how long one line can hold the loop.
  public static let batch = 100
  /// Nesting of arrays and objects in a request line: bounds readers that recurse.
  public static let depth = 64
  /// Nesting in a line of the daemon's: a value may stand deeper there than in the request that
  /// set it.
  public static let serverDepth = 72
  /// Segments of a path: keeps tries and matching shallow.
  public static let segments = 16
  /// Bytes of a segment.
  public static let segment = 64
  /// About how many bytes a `snapshot` line holds before the next one begins.
  public static let snapshotLine = 64 << 10
  /// A catch-up over so many bytes comes as `snapshot` lines.
  public static let catchUpLine = 1 << 20
}
