internal import BoxWire
internal import Domain

/// Consecutive entries of the history of a topic, which one change has made: the value of `history/N`,
/// where N is the number of the first one.
struct StoredRecords: Equatable, Sendable {
  /// nil for those that cannot be read.
  let records: [StoredRecord?]
  /// How many older ones the change would have made, if they were not dropped at once. N counts them.
  let skipped: Int

  init(_ records: [StoredRecord], skipped: Int = 0) {
    (self.records, self.skipped) = (records, skipped)
  }

  /// - Parameter topic: the one to whose contents they belong.
  init(_ value: [UInt8], of topic: Topic.ID) throws(LayoutFault) {
    records = try StoredObject(value).values("records").map { try? StoredRecord($0, of: topic) }
    skipped = try EntryCount(in: value).skipped
  }

  var value: [UInt8] {
    JSONText.object(of: "records", records.compactMap { $0?.value }, skipped: skipped).bytes
  }
}

/// How many entries a value with records has.
struct EntryCount: Equatable, Sendable {
  let kept: Int
  let skipped: Int

  /// More than any change has.
  private static let mostSkipped = 1_000_000

  init(kept: Int, skipped: Int) {
    (self.kept, self.skipped) = (kept, skipped)
  }

  init(in value: [UInt8]) throws(LayoutFault) {
    let object = try StoredObject(value)
    kept = try object.values("records").count
    skipped = try object.optionalNumber("skipped", in: 0...Self.mostSkipped) ?? 0
  }
}

/// Consecutive entries of the feed or of the history of the store, which one change has made: the value of
/// `feed/F` or `history/F`.
struct FeedRecords: Equatable, Sendable {
  /// nil for those that cannot be read.
  let records: [FeedRecord?]
  /// How many older ones the change would have made, if they were not dropped at once.
  let skipped: Int

  init(_ records: [FeedRecord], skipped: Int) {
    (self.records, self.skipped) = (records, skipped)
  }

  /// - Parameter isOfStore: as of ``FeedRecord``.
  init(_ value: [UInt8], isOfStore: Bool) throws(LayoutFault) {
    records = try StoredObject(value).values("records").map {
      try? FeedRecord($0, isOfStore: isOfStore)
    }
    skipped = try EntryCount(in: value).skipped
  }

  var value: [UInt8] {
    JSONText.object(of: "records", records.compactMap { $0?.value }, skipped: skipped).bytes
  }
}

/// How many entries of the feed or of the history of the store were dropped: the value of `dropped/feed` or
/// `dropped/history`. All gateways count entries from there.
struct DroppedEntries: Equatable, Sendable {
  let count: Int

  init(count: Int) {
    self.count = count
  }

  init(_ value: [UInt8]) throws(LayoutFault) {
    count = try StoredObject(value).number("count", in: Limits.storedNumbers)
  }

  var value: [UInt8] { JSONText([("count", JSONText(count))]).bytes }
}

extension StoredObject {
  /// The texts of the elements of a list.
  fileprivate func values(_ name: String) throws(LayoutFault) -> [[UInt8]] {
    try list(name).map(\.bytes)
  }
}

extension JSONText {
  /// An object with a list of values that are JSON.
  fileprivate static func object(of name: String, _ values: [[UInt8]], skipped: Int) -> JSONText {
    JSONText([
      ("skipped", .unlessZero(skipped)),
      (name, JSONText(elements: values.map { JSONText(valid: $0) })),
    ])
  }
}
