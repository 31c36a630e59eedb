public import BoxWire
public import UVLoop

/// Keeps boxes that clients set, outside of this daemon, where other programs may change them, too. It
/// reports what has changed to its ``StoredBoxes``.
@LoopActor
public protocol BoxStore: AnyObject {
  /// Makes changes at once, or none, and returns when they were reported.
  ///
  /// - Parameter changes: at least one, each of another box.
  /// - Returns: the revision of the store in which they were made.
  func make(_ changes: [StoredBoxChange]) async throws(BoxStoreError) -> Int
}

/// A box of a store with its value.
public struct StoredBox: Equatable, Sendable {
  public let path: Path
  /// nil if it was deleted.
  public let value: JSONText?

  public init(path: Path, value: JSONText?) {
    (self.path, self.value) = (path, value)
  }
}

/// What a client wants to be done to a box of a store.
public struct StoredBoxChange: Equatable, Sendable {
  /// In which state the box must be.
  public enum Expected: Equatable, Sendable {
    case anything, present
    /// As the store reported it last.
    case asReported
  }

  public let path: Path
  /// nil deletes it.
  public let value: JSONText?
  public let expected: Expected
  /// Time until the store deletes it; nil: never.
  public let timeToLive: Duration?
}

/// Why a store has not changed boxes.
public enum BoxStoreError: Error, Equatable, Sendable {
  /// A box is not in the state that its change requires. That was reported.
  case changed
  /// Why it refuses, for the client.
  case refused(RequestError)
}
