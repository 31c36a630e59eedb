import BoxWire
import Expectations
import SystemTestSupport
import Testing

struct LineSplitterTests {
  @Test func `lines are returned without their LF, and without a CR before it`() {
    expect(lines("a\nbc\r\n\rd\n"), equals: ["a", "bc", "\rd"])
    expect(lines("a\r\r\n"), equals: ["a\r"])
  }

  @Test func `empty lines are skipped, with and without CR`() {
    expect(lines("\n\n\r\na\n\n\r\n\nb\n"), equals: ["a", "b"])
  }

  @Test func `a last line without LF is held back`() {
    var splitter = LineSplitter(limit: 100)
    expect(splitter.feed("a\nbc") == (["a"], .done))
    expect(splitter.pendingBytes, equals: 2)
    expect(splitter.feed("d\n") == (["bcd"], .done))
    expect(splitter.pendingBytes, equals: 0)
  }

  @Test func `any split of the same bytes gives the same lines`() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...120, using: &generator)).map { _ in
        [UInt8(ascii: "a"), 0x0A, 0x0D, UInt8(ascii: "b"), 0x00, 0xFF].randomElement(
          using: &generator)!
      }
      let expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        .map { Array($0.last == 0x0D ? $0.dropLast() : $0) }.filter { !$0.isEmpty }
      var splitter = LineSplitter(limit: 200)
      var received: [[UInt8]] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 0...9, using: &generator))
        // Sometimes the receiver stops after a line and continues at once.
        var stops = Int.random(in: 0...2, using: &generator)
        var piece = Array(bytes[start..<end])
        while splitter.feed(
          piece,
          {
            received.append($0)
            stops -= 1
            return stops != 0
          }) == .stopped
        {
          piece = []
        }
        start = end
      }
      guard received == expected else {
        Issue.record("\(bytes): \(received), not \(expected)")
        return
      }
    }
  }

  @Test func `a receiver that stops gets the next lines with later calls, in order`() {
    var splitter = LineSplitter(limit: 100)
    var received: [[UInt8]] = []
    let stop: ([UInt8]) -> Bool = {
      received.append($0)
      return false
    }
    expect(splitter.feed(Array("a\nb\nc\nd".utf8), stop), equals: .stopped)
    expect(splitter.pendingBytes, equals: 5)
    expect(splitter.feed(Array("e\n".utf8), stop), equals: .stopped)
    expect(splitter.feed([], stop), equals: .stopped)
    expect(splitter.feed([], stop), equals: .stopped)
    expect(splitter.feed([], stop), equals: .done)
    expect(received.map { String(decoding: $0, as: UTF8.self) }, equals: ["a", "b", "c", "de"])
  }

  @Test func `a line may be exactly as long as the limit, in any pieces`() {
    for pieces in [
      ["12345678\n"], ["1234", "5678", "\n"], ["12345678", "\n"], ["1234567\r", "\n"],
    ] {
      var splitter = LineSplitter(limit: 8)
      var received: [String] = []
      for piece in pieces {
        let (lines, outcome) = splitter.feed(piece)
        received += lines
        expect(outcome, equals: .done)
      }
      expect(received.count, equals: 1)
    }
  }

  @Test func `a line one byte over the limit is refused as soon as that byte arrives`() {
    var splitter = LineSplitter(limit: 8)
    expect(splitter.feed("a\n12345678") == (["a"], .done))
    expect(splitter.feed("9") == ([], .tooLong))
    for text in ["123456789", "123456789\n", "12345678\r\n", "123456789\nb\n"] {
      var splitter = LineSplitter(limit: 8)
      expect(splitter.feed("a\n" + text) == (["a"], .tooLong))
    }
  }

  @Test func `nothing can be read after a line over the limit`() {
    for first in ["123456789", "123456789\n"] {
      var splitter = LineSplitter(limit: 8)
      expect(splitter.feed(first) == ([], .tooLong))
      expect(splitter.feed("\nb\n") == ([], .tooLong))
      expect(splitter.feed("") == ([], .tooLong))
    }
  }

  @Test func `the limit applies to each line, not to the pending bytes`() {
    var splitter = LineSplitter(limit: 4)
    let text = String(repeating: "abc\n", count: 1000)
    expect(splitter.feed(Array(text.utf8)) { _ in false }, equals: .stopped)
    var count = 1
    expect(
      splitter.feed([]) { _ in
        count += 1
        return true
      }, equals: .done)
    expect(count, equals: 1000)
  }

  @Test func `the protocol's limit is one mebibyte without the LF`() {
    expect(ProtocolLimits.line, equals: 1_048_576)
    var splitter = LineSplitter(limit: ProtocolLimits.line)
    let longest = Array(repeating: UInt8(ascii: "x"), count: ProtocolLimits.line)
    var lengths: [Int] = []
    let note: ([UInt8]) -> Bool = {
      lengths.append($0.count)
      return true
    }
    expect(splitter.feed(longest + [0x0A], note), equals: .done)
    expect(splitter.feed(longest, note), equals: .done)
    expect(splitter.feed([0x0A], note), equals: .done)
    expect(lengths, equals: [ProtocolLimits.line, ProtocolLimits.line])
    expect(splitter.feed(longest + [0x78], note), equals: .tooLong)
  }

  private func lines(_ text: String) -> [String] {
    var splitter = LineSplitter(limit: 1000)
    return splitter.feed(text).0
  }
}

extension LineSplitter {
  fileprivate mutating func feed(_ bytes: [UInt8], _ receive: ([UInt8]) -> Bool) -> Outcome {
    bytes.withUnsafeBytes { feed($0) { receive(Array($0)) } }
  }

  fileprivate mutating func feed(_ text: String) -> ([String], Outcome) {
    var lines: [String] = []
    let outcome = feed(Array(text.utf8)) {
      lines.append(String(decoding: $0, as: UTF8.self))
      return true
    }
    return (lines, outcome)
  }
}
