internal import BoxWire
internal import Domain

// What was changed, by whom and when.

/// An entry of the history of a topic: the value of `history/N`.
struct StoredRecord: Equatable, Sendable {
  /// If ``lists`` has a name, the removed option is without its arguments.
  let record: HistoryRecord
  /// The name of the lists that have the arguments of a removed option; nil if they are in the record, or
  /// if it is about something else. Before they are deleted with the record, ``EtcdTopic/uses(_:)`` must
  /// have said that nothing else refers to them: other programs may have written the name.
  let lists: String?

  /// - Parameter lists: by option, the names of lists to which nothing refers any more. Those of an option
  ///   that was removed with arguments become part of the record, and must stay as long as the record does:
  ///   the arguments need not fit into a value. Without such a name, they are written into the record.
  init(_ record: HistoryRecord, lists: [Option.ID: String] = [:]) {
    if case .optionRemoved(let board, _) = record.event, !board.isEmpty,
      let name = lists[board.id]
    {
      self.record = HistoryRecord(
        record.event.brief, author: record.author, date: record.date, undoes: record.undoes)
      self.lists = name
    } else {
      (self.record, self.lists) = (record, nil)
    }
  }

  /// - Parameter topic: the one to whose contents it belongs.
  init(_ value: [UInt8], of topic: Topic.ID) throws(LayoutFault) {
    let object = try StoredObject(value)
    record = try HistoryRecord(object, of: topic)
    let event = try object.object("event")
    guard !record.event.isOfStoreOnly else {
      throw object.fault("event", "belongs to the history of the store")
    }
    lists =
      if case .optionRemoved = record.event {
        try event.object("option").optionalName("board")
      } else {
        nil
      }
  }

  var value: [UInt8] { JSONText(record.members(lists: lists)).bytes }

  /// Returns the record with the arguments of a removed option.
  ///
  /// - Parameter topic: the topic to which it belongs.
  func whole(in topic: EtcdTopic) -> HistoryRecord {
    guard let lists, case .optionRemoved(let board, let index) = record.event else { return record }
    return HistoryRecord(
      .optionRemoved(topic.lists(lists, of: board.option), at: index), author: record.author,
      date: record.date, undoes: record.undoes)
  }
}

/// An entry of the feed or of the history of the store: the value of `feed/F` or `history/F`.
struct FeedRecord: Equatable, Sendable {
  let topic: Topic.ID
  /// With the brief event.
  let record: HistoryRecord

  init(_ record: HistoryRecord, of topic: Topic.ID) {
    self.topic = topic
    self.record = HistoryRecord(
      record.event.brief, author: record.author, date: record.date, undoes: record.undoes)
  }

  /// - Parameter isOfStore: whether it is an entry of the history of the store, which has no others than
  ///   changes of whole topics.
  init(_ value: [UInt8], isOfStore: Bool = false) throws(LayoutFault) {
    let object = try StoredObject(value)
    topic = try object.topic("topic")
    record = try HistoryRecord(object, of: topic)
    guard !isOfStore || record.event.concernsWholeTopic else {
      throw object.fault("event", "belongs to the history of a topic")
    }
  }

  var value: [UInt8] { JSONText([("topic", JSONText(topic))] + record.members()).bytes }
}

extension HistoryRecord {
  fileprivate init(_ object: StoredObject, of topic: Topic.ID) throws(LayoutFault) {
    self.init(
      try TopicEvent(object.object("event"), of: topic), author: try object.author(),
      date: try object.date("date"),
      undoes: try object.optionalNumber("undoes", in: 1...EtcdKey.lastRecord))
  }

  fileprivate func members(lists: String? = nil) -> Members {
    [
      ("date", .date(date)), ("author", .unlessEmpty(author)),
      ("undoes", undoes.map { JSONText($0) }), ("event", event.json(lists: lists)),
    ]
  }
}
