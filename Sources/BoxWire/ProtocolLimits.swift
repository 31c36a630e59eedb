/// The limits of the protocol, version 1. Those in ``AnnouncedLimits`` are defaults, which a daemon
/// may change.
public enum ProtocolLimits {
  /// Maximum length of a request line in bytes, without its LF: bounds the memory for a peer that
  /// never sends LF.
  public static let line = 1 << 20
  /// Maximum size of a shared box's value in bytes of its compact text. A request line has the same
  /// limit, so a value in a `set` is smaller by the method and path.
  public static let value = 1 << 20
  /// Maximum size of a value of a scene's box in bytes: bounds what one change sends to each
  /// subscriber.
  public static let sceneValue = 8 << 20
  /// Maximum size of an answer to `get` or `rpc.discover` in bytes: it is one line, which readers
  /// hold in memory.
  public static let answer = 8 << 20
  /// Maximum number of patterns of one connection: bounds the work that one change can cause.
  public static let patterns = 64
  /// Minimum time between two `change` lines that a client may ask for, in milliseconds.
  public static let interval = 0...60_000
  /// Revisions that a `subscribe` may ask to be replayed; more than any ring holds.
  public static let replay = 1...1_000_000
  /// Values of `ttl` in seconds, up to 365 days.
  public static let ttl = 0.001...31_536_000
  /// Changes in one `set` or `delete`, which are carried out in one go.
  public static let changes = 1000
  /// Members of a batch: bounds how long one line can hold the loop.
  public static let batch = 100
  /// Maximum nesting of arrays and objects in a request line: bounds readers that recurse.
  public static let depth = 64
  /// Maximum nesting in a line from the daemon, where a value may be nested deeper than in the
  /// request that set it.
  public static let serverDepth = 72
  /// Maximum number of `*` segments of a pattern, apart from a `**` at its end: bounds the search
  /// for the patterns that match a path to some 3,000 steps, however many are held.
  public static let wildcards = 3
  /// Maximum number of segments of a path: keeps tries and matching shallow.
  public static let segments = 16
  /// Maximum length of a segment in bytes.
  public static let segment = 64
  /// Approximate size of a `snapshot` line in bytes, unless one box is larger.
  public static let snapshotLine = 64 << 10
  /// Maximum size of a catch-up in one `change` line, in bytes of boxes; a larger one is sent as
  /// `snapshot` lines.
  public static let catchUpLine = 1 << 20
}
