import Expectations
import SystemTestSupport
import Testing

@testable import Domain
@testable import EtcdPlatform

/// Boards that are written as keys, and read again.
struct EtcdLayoutBoardTests {
  private let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)

  @Test func `differences leave the keys of the new board, which are read as that board`() throws {
    var random = SeededGenerator(seed: testSeed())
    var (boards, converted, taken) = (0, 0, 0)
    // Until some board has become that of an option, and has come back.
    while boards < TestLength.size(2, long: 100) || converted == 0 || taken == 0 {
      boards += 1
      var changing = ChangingBoard()
      for _ in 0..<200 {
        let old = changing.names
        guard let difference = changing.step(&random) else { continue }
        let names = difference.names
        converted += names.own != old.own && names.options.values.contains(old.own) ? 1 : 0
        taken += old.options.values.contains(names.own) ? 1 : 0
        let last = changing.history.last?.record
        try require(changing.pairs == changing.fromScratch, "\(String(describing: last))")
        try require(changing.stored.read(as: ChangingBoard.topic).board == changing.board)
        try require(changing.stored.names == names)
        expect(changing.stored.read(as: "cats").faults.isEmpty)
      }
      for key in changing.pairs.keys { expect(BoardKey(key)?.text, equals: key) }
      var reread = EtcdTopic()
      for (key, value) in changing.pairs.shuffled(using: &random) { reread.put(key, value) }
      expect(reread.read(as: ChangingBoard.topic).board, equals: changing.board)
      let records = changing.history.map(\.record)
      for record in records {
        expect(try StoredRecord(StoredRecord(record).value, of: "cats").record, equals: record)
      }
    }
  }

  /// A board with a thousand arguments on each side.
  private func full() throws -> ChangingBoard {
    var board = Board(Topic(id: "cats", title: "Cats", created: now, updated: now))
    for side in [Column.pro, .con] {
      for number in 1...Limits.argumentsPerSide {
        _ = try board.add(side, text: "Argument \(number)", author: "ada", at: now)
      }
    }
    _ = board.takeRecords()
    return ChangingBoard(board)
  }

  @Test func `a change of a full side writes its argument and its order`() throws {
    var changing = try full()
    var difference = changing.change { board, now in
      _ = try board.change(.pro, id: "500", text: "Else", by: "ada", at: now)
    }
    expect(difference?.puts.map(\.key), equals: ["boards/l0/pro/500", "boards/l0/pro"])
    difference = changing.change { board, now in
      _ = try board.comment(on: "500", .pro, text: "So?", author: "ada", at: now)
    }
    expect(difference?.puts.map(\.key), equals: ["boards/l0/pro/500"])
    difference = changing.change { board, now in
      _ = try board.remove(.con, id: "1", by: "ada", at: now)
    }
    expect(difference?.puts.map(\.key), equals: ["boards/l0/con"])
    expect(difference?.deletes, equals: ["boards/l0/con/1"])
    difference = changing.change { board, now in
      _ = try board.object("No", by: "bob", at: now)
    }
    expect(difference?.puts.map(\.key), equals: ["objections/1"])
  }

  @Test func `a full board becomes that of an option, and comes back, in a few keys`() throws {
    var changing = try full()
    let converted = changing.change { board, now in
      _ = try board.convert(to: "Persian", by: "ada", at: now)
    }
    expect(converted?.names, equals: BoardNames(own: "l1", options: ["1": "l0"]))
    expect(
      converted?.puts.map(\.key), equals: ["boards/l1/pro", "boards/l1/con", "options/1", "topic"])
    expect(converted?.deletes, equals: [])
    expect(changing.stored.read(as: "cats").board, equals: changing.board)
    let undone = changing.change { [entry = changing.history[0]] board, now in
      try board.undo(entry, by: "ada", at: now)
    }
    expect(undone?.names, equals: BoardNames(own: "l0"))
    expect(undone?.puts.map(\.key), equals: ["boards/l0/pro", "boards/l0/con", "topic"])
    expect(undone?.deletes, equals: ["boards/l1/pro", "boards/l1/con", "options/1"])
    expect(changing.stored.read(as: "cats").board, equals: changing.board)
  }

  @Test func `a removed option keeps its lists for the record of its removal`() throws {
    var changing = try full()
    _ = changing.change { board, now in _ = try board.convert(to: "Persian", by: "ada", at: now) }
    let removed = changing.change(keepsLists: true) { board, now in
      _ = try board.removeOption("1", by: "ada", at: now)
    }
    expect(removed?.removedLists, equals: ["1": "l0"])
    expect(removed?.puts.map(\.key), equals: ["topic"])
    expect(removed?.deletes, equals: ["options/1"])
    expect(!changing.stored.uses("l0") && changing.stored.uses("l1"))
    expect(changing.stored.read(as: "cats").board, equals: changing.board)
    let record = try require(changing.history.last?.record)
    let short = StoredRecord(record, lists: removed?.removedLists ?? [:])
    expect(short.value.count < 500)
    let read = try StoredRecord(short.value, of: "cats")
    expect(read, equals: short)
    expect(read.whole(in: changing.stored), equals: record)
    // What comes back is written under another name, so that the record stays as it is.
    let entry = try require(changing.history.last)
    let restored = changing.change { board, now in try board.undo(entry, by: "ada", at: now) }
    expect(restored?.names.options, equals: ["1": "l2"])
    expect(restored?.puts.count, equals: 2004)
    expect(restored?.puts.suffix(2).map(\.key), equals: ["options/1", "topic"])
  }

  @Test func `a topic is reopened in a few keys, however many people have a position`() throws {
    var changing = ChangingBoard()
    for number in 1...200 {
      _ = changing.change { board, now in
        _ = try board.takePosition(.yes, because: nil, by: "p\(number)", at: now)
      }
    }
    _ = changing.change { board, now in
      _ = try board.decide(.yes, reason: "So", by: "ada", at: now)
    }
    let reopened = changing.change { board, now in _ = try board.reopen(by: "ada", at: now) }
    expect(reopened?.deletedPrefixes, equals: ["positions/"])
    expect(reopened?.deletes == [] && reopened?.puts.map(\.key) == ["topic"])
    expect(changing.pairs.keys.sorted(), equals: ["topic"])
    expect(changing.stored.read(as: "cats").board, equals: changing.board)
  }

  @Test func `objections keep an order that is not that of their numbers`() throws {
    let objections = try ["7", "2"].map {
      try Objection(id: $0, text: "No", author: "ada", created: now)
    }
    let topic = Topic(id: "cats", title: "Cats", created: now, updated: .unknown)
    let board = Board(
      topic, pros: ArgumentList(.pro), cons: ArgumentList(.con),
      objections: CountedList(objections))
    expect(ChangingBoard(board).stored.read(as: "cats").board, equals: board)
  }
}
