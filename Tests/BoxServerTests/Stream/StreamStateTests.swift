import BoxWire
import Expectations
import OperatingSystem
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// What the memory of a stream says at each moment at which its process may be killed.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(5))) struct StreamStateTests {
  /// A log that keeps its stream, and what its memory must say.
  @LoopActor
  private final class Run {
    let log: ChangeLog
    let memory: StreamMemory
    /// Members and revisions up to the last commit.
    private var boxes: [Path: (member: [UInt8], revision: Int)] = [:]
    private var history: [StreamState.Change] = []
    private var uncommitted: [StreamState.Change] = []
    /// Whether the next change belongs to the last revision.
    var hasBegun = false

    init(blocks: Int = 1 << 16, bytes: Int = 2000, changes: Int = 50) throws {
      var limits = ServerLimits()
      (limits.recentBytes, limits.recentChanges) = (bytes, changes)
      log = ChangeLog(epoch: "e", limits: limits)
      memory = try StreamMemory(
        epoch: 0xe, key: (1, 2), blocks: blocks, bytes: bytes, changes: changes)
      log.keep(in: memory)
      memory.reserve = 1000
      memory.rights = (-1, 7)
      memory.begin()
    }

    /// - Parameter size: of the value; nil to remove the box.
    func change(_ path: Path, size: Int?, byte: UInt8 = UInt8(ascii: "1"), isContinued: Bool) {
      let box = log.makeBox(at: path)
      if let size {
        let value = [UInt8](repeating: byte, count: max(1, size))
        guard value.withUnsafeBytes({ log.set(box, to: $0, isContinued: isContinued) }) else {
          return
        }
      } else {
        guard box.exists else { return }
        log.remove(box, isContinued: isContinued)
      }
      uncommitted.append(
        StreamState.Change(path: path, revision: log.revision, member: box.member))
    }

    func commit() {
      log.commit()
      history += uncommitted
      for change in uncommitted { boxes[change.path] = (change.member, change.revision) }
      uncommitted = []
    }

    /// Expects that the memory says what was committed, and nothing else.
    func check() throws {
      let state = try StreamState(Runs.copy(memory.memory))
      let revision = history.last?.revision ?? 0
      expect(state.revision, equals: revision)
      expect(state.horizon <= revision)
      expect((state.reserve, state.rights.revision, state.rights.hash) == (1000, -1, 7))
      let rest = history.suffix(state.changes.count)
      expect(state.changes.map(\.revision), equals: rest.map(\.revision))
      expect(state.changes.map(\.path), equals: rest.map(\.path))
      expect(state.changes.map(\.member), equals: rest.map(\.member))
      expect(history.dropLast(rest.count).last?.revision ?? 0 <= state.horizon)
      try check(state.boxes, last: Dictionary(grouping: state.changes, by: \.path))
    }

    private func check(
      _ found: [StreamState.Box], last: [Path: [StreamState.Change]]
    ) throws {
      let changing = Set(uncommitted.map(\.path))
      var missing = boxes.filter { !$0.value.member.isEmpty }
      for box in found {
        let known = missing.removeValue(forKey: box.path)
        switch box.value {
        case .unknown: expect(changing.contains(box.path))
        case .removed: expect(boxes[box.path]?.member, equals: [])
        case .hash(let hash):
          let known = try require(known)
          expect(hash, equals: memory.hash(known.member))
          expect(last[box.path]?.last?.revision ?? box.revision, equals: known.revision)
        }
      }
      expect(missing.keys.map(\.text).sorted(), equals: [])
    }
  }

  private static let paths = (0..<20).compactMap {
    Path("a.b\($0)\(String(repeating: "x", count: $0))")
  }

  @LoopActor
  @Test func `between any two steps, what was committed is there, and nothing else`() throws {
    var random = SeededGenerator(seed: testSeed())
    let run = try Run()
    for _ in 0..<TestLength.size(600, long: 20_000) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let path = try require(Self.paths.randomElement(using: &random))
        let size: Int? =
          switch Int.random(in: 0..<20, using: &random) {
          case 0...4: nil
          case 5: 5000
          case 6...8: 1000
          default: Int.random(in: 1...60, using: &random)
          }
        let byte = UInt8.random(in: UInt8(ascii: "1")...UInt8(ascii: "3"), using: &random)
        let before = run.log.revision
        run.change(path, size: size, byte: byte, isContinued: run.hasBegun)
        if run.log.revision != before { run.hasBegun = true }
        try run.check()
      }
      run.commit()
      run.hasBegun = false
      try run.check()
      if Bool.random(using: &random) { _ = run.log.trim(upTo: run.log.position) }
      try run.check()
    }
  }

  @LoopActor
  @Test func `if there is no room for a box, nothing is continued`() throws {
    let run = try Run(blocks: 1024)
    for number in 0..<15 { run.change(Path("a.\(number)")!, size: 1, isContinued: false) }
    run.commit()
    expect(run.memory.isSuperseded, equals: false)
    try run.check()
    run.change(Path("a.more")!, size: 1, isContinued: false)
    run.change(Path("a.more2")!, size: 1, isContinued: false)
    run.commit()
    expect(run.memory.isSuperseded)
    expect(reason(run.memory.memory), equals: "it is out of date")
  }

  @LoopActor
  @Test func `the room of a box that is forgotten is used again`() throws {
    let run = try Run(blocks: 1024, changes: 5)
    for number in 0..<200 {
      run.change(Path("a.\(number)")!, size: 1, isContinued: false)
      run.commit()
      run.change(Path("a.\(number)")!, size: nil, isContinued: false)
      run.commit()
      _ = run.log.trim(upTo: run.log.position)
      try run.check()
    }
    expect(run.memory.isSuperseded, equals: false)
  }

  private func reason(_ memory: SharedMemory) -> String? {
    do throws(StreamState.Invalid) {
      _ = try StreamState(memory)
      return nil
    } catch {
      return error.description
    }
  }

  @LoopActor
  @Test func `memory of another kind is refused with the reason`() throws {
    let run = try Run()
    run.change(Self.paths[0], size: 1, isContinued: false)
    run.commit()
    func damaged(_ body: (StreamLayout) -> Void) throws -> String? {
      let copy = try Runs.copy(run.memory.memory)
      body(StreamLayout(copy))
      return reason(copy)
    }
    expect(try damaged { _ in }, equals: nil)
    expect(try damaged { $0[.magic] = 0 }, equals: "it is not complete")
    expect(try damaged { $0[.format] = 2 }, equals: "its format is 2")
    expect(try damaged { $0[.superseded] = 1 }, equals: "it is out of date")
    expect(try damaged { $0[.ringSize] += 16 }, equals: "its sizes are wrong")
    expect(try damaged { $0[.blocksSize] = .max }, equals: "its sizes are wrong")
    expect(try damaged { $0[.commit] = .max }, equals: "a number is wrong")
    expect(try damaged { $0[.head] += 16 }, equals: "a record is wrong")
    expect(try damaged { $0[.tail] = 8 }, equals: "a record is wrong")
    expect(try damaged { $0[.blocksEnd] += 16 }, equals: "a box is wrong")
    expect(reason(try SharedMemory(name: "test", size: 100)), equals: "it is not complete")
  }

  /// Any later version must read these bytes, or refuse them.
  private static let formatOne = """
    0 1a0a706f72636f6e0100000000000000
    16 0e000000000000000100000000000000
    32 02000000000000000004000000000000
    48 80100000000000000000000000000000
    64 e8030000000000000700000000000000
    80 ffffffffffffffffc010000000000000
    112 0000000000000000c000000000000000
    128 03000000000000000000000000000000
    4096 04000000030000000300000000000000
    4112 00000000000000000300000000000000
    4128 80000000000000000000000000000000
    4144 612e6200000000000000000000000000
    4160 04000000010000000200000000000000
    4176 00000000000000000200000000000000
    4192 20000000000000000000000000000000
    4208 63000000000000000000000000000000
    4224 04000000010000000400000000000000
    4240 00000000000000000200000000000000
    4256 a0000000000000000000000000000000
    4272 64000000000000000000000000000000
    5120 08000000000100000100000000000000
    5136 22612e62223a31310000000000000000
    5152 4a000000040100000200000000000000
    5168 2263223a313131313131313131313131
    5184 31313131313131313131313131313131
    5200 31313131313131313131313131313131
    5216 31313131313131313131313131313131
    5232 31313131313131313131000000000000
    5248 06000000000100000300000000000000
    5264 22612e62223a00000000000000000000
    5280 05000000080100000400000000000000
    5296 2264223a310000000000000000000000
    """

  @LoopActor
  @Test func `format 1 has these bytes`() throws {
    let run = try Run(blocks: 1024, bytes: 64, changes: 2)
    run.change(Path("a.b")!, size: 2, isContinued: false)
    run.change(Path("c")!, size: 70, isContinued: false)
    run.commit()
    run.change(Path("a.b")!, size: nil, isContinued: false)
    run.commit()
    run.change(Path("d")!, size: 1, isContinued: false)
    let memory = run.memory.memory
    expect(dump(memory), equals: Self.formatOne)
    let state = try StreamState(try Runs.copy(memory))
    expect(state.epoch, equals: 0xe)
    expect((state.revision, state.horizon, state.lost, state.reserve) == (3, 0, 0, 1000))
    expect(state.changes.map(\.path.text), equals: ["a.b", "c", "a.b"])
    expect(state.changes.map(\.revision), equals: [1, 2, 3])
    expect(
      state.changes.map(\.member),
      equals: [
        Array(#""a.b":11"#.utf8), Array("\"c\":\(String(repeating: "1", count: 70))".utf8), [],
      ])
    expect(state.boxes.map(\.path.text), equals: ["d", "c", "a.b"])
    expect(state.boxes.map(\.revision), equals: [0, 2, 3])
  }

  /// Lines of the offset and 16 bytes, without those that are zero.
  private func dump(_ memory: SharedMemory) -> String {
    let digits = Array("0123456789abcdef")
    func hex(_ byte: UInt8) -> String { "\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])" }
    return stride(from: 0, to: memory.bytes.count, by: 16).compactMap { offset in
      let line = memory.bytes[offset..<offset + 16]
      return line.allSatisfy { $0 == 0 } ? nil : "\(offset) \(line.map(hex).joined())"
    }.joined(separator: "\n")
  }

  @LoopActor
  @Test func `damaged memory is never read beyond its end`() throws {
    var random = SeededGenerator(seed: testSeed())
    let run = try Run()
    for number in 0..<100 {
      run.change(Self.paths[number % 20], size: number, isContinued: false)
    }
    run.commit()
    let layout = StreamLayout(run.memory.memory)
    let (blocks, ring) = (
      StreamLayout.headerSize..<Int(layout[.blocksEnd]),
      layout.ringStart..<run.memory.memory.bytes.count
    )
    for _ in 0..<TestLength.size(500, long: 20_000) {
      let copy = try Runs.copy(run.memory.memory)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place =
          switch Int.random(in: 0..<3, using: &random) {
          case 0: Int.random(in: 40..<160, using: &random)
          case 1: Int.random(in: blocks, using: &random)
          default: Int.random(in: ring, using: &random)
          }
        copy.bytes[place] = .random(in: .min ... .max, using: &random)
      }
      // It is refused, or says something that could be so.
      guard let state = try? StreamState(copy) else { continue }
      expect(state.changes.allSatisfy { $0.revision <= state.revision })
    }
  }
}
