internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import Terminal

/// The subject of a template's line: a box that was set or removed.
struct BoxLine {
  let path: String
  /// nil if the box is removed.
  let value: JSONText?
  /// The revision at which the box has this value, or is removed.
  let revision: Int
  /// The epoch of the revision; nil if unknown.
  let epoch: String?
  /// Whether the reader of all lines up to this one knows the whole state at ``revision``.
  let isComplete: Bool

  /// What a field such as `{@path}` is replaced by.
  enum Fact: String, CaseIterable, Sendable {
    case path
    /// `set` or `removed`.
    case event
    case revision
    case epoch
    /// Where `subscribe --since` can continue, as `EPOCH:REVISION`; empty unless the state is complete.
    case position
    /// When the line was made: RFC 3339, UTC, with milliseconds.
    case time

    /// - Parameter field: the text between the braces.
    init?(field: String) {
      guard field.hasPrefix("@") else { return nil }
      self.init(rawValue: String(field.dropFirst()))
    }

    /// As it is written in a template.
    var field: String { "{@\(rawValue)}" }
  }

  func text(of fact: Fact) -> String {
    switch fact {
    case .path: path.printable
    case .event: value == nil ? "removed" : "set"
    case .revision: String(revision)
    case .epoch: epoch?.printable ?? ""
    case .position: isComplete ? "\(epoch?.printable ?? ""):\(revision)" : ""
    case .time: Self.now
    }
  }

  private static var now: String {
    let now = WallClock.milliseconds
    var seconds = time_t(now / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      let count = strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
    let milliseconds = String(1000 + now % 1000).dropFirst()
    return "\(date).\(milliseconds)Z"
  }
}
