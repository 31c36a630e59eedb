import Testing

@testable import procon_bench

@Suite struct FramingTests {
  /// A message of each protocol, and the value in it.
  private static let messages: [(framing: any Framing, message: String, value: String?)] = [
    (RESPFraming(), "*3\r\n$7\r\nmessage\r\n$5\r\nbench\r\n$4\r\n\"ab\"\r\n", "\"ab\""),
    (RESPFraming(), "*3\r\n$9\r\nsubscribe\r\n$5\r\nbench\r\n:1\r\n", nil),
    (RESPFraming(), ":12\r\n", nil),
    (RESPFraming(), "+PONG\r\n", nil),
    (NATSFraming(), "MSG bench 1 4\r\n\"\n b\r\n", "\"\n b"),
    (NATSFraming(), "INFO {\"a\":1}\r\n", nil),
    (NATSFraming(), "PING\r\n", nil),
    (MQTTFraming(), "0\u{B}\0\u{5}bench\"ab\"", "\"ab\""),
    (MQTTFraming(), " \u{2}\0\0", nil),
    (
      ProconFraming(box: Procond.box),
      #"{"jsonrpc":"2.0","method":"change","params":{"revision":43,"boxes":{"shared.bench":"ab"}}}"#
        + "\n", "\"ab\""
    ),
    (
      ProconFraming(box: Procond.box),
      #"{"jsonrpc":"2.0","method":"change","params":{"revision":4,"boxes":{"shared.bench":"a"},"#
        + "\"merged\":2}}\n", "\"a\""
    ),
    (
      ProconFraming(box: Procond.box),
      #"{"jsonrpc":"2.0","method":"synced","params":{"epoch":"e","revision":1}}"# + "\n", nil
    ),
    (
      ProconFraming(box: Procond.box),
      #"{"jsonrpc":"2.0","id":7,"result":{"revision":8}}"# + "\n", nil
    ),
    (LineFraming(), "x\n", nil),
  ]

  @Test(arguments: messages.indices)
  func `a message is found with its value, whatever follows it`(index: Int) throws {
    let (framing, message, value) = Self.messages[index]
    for rest in ["", message, "x"] {
      let bytes = Array((message + rest).utf8)
      let frame = try #require(try first(framing, bytes))
      #expect(frame.length == message.utf8.count)
      #expect(frame.value.map { String(decoding: bytes[$0], as: UTF8.self) } == value)
    }
  }

  @Test(arguments: messages.indices)
  func `an incomplete message is not reported`(index: Int) throws {
    let (framing, message, _) = Self.messages[index]
    let bytes = Array(message.utf8)
    for count in 0..<bytes.count {
      #expect(try first(framing, Array(bytes[..<count])) == nil, "\(count) bytes")
    }
  }

  private static let refusals: [(framing: any Framing, message: [UInt8], words: String)] = [
    (RESPFraming(), Array("-ERR no\r\n".utf8), "ERR no"),
    (NATSFraming(), Array("-ERR 'no'\r\n".utf8), "'no'"),
    (MQTTFraming(), [0x20, 2, 0, 5], "CONNACK with an error"),
    (MQTTFraming(), [0x90, 3, 0, 1, 0x80], "SUBACK with an error"),
    (
      ProconFraming(box: Procond.box),
      Array((#"{"id":1,"error":{"code":-32602,"message":"no"}}"# + "\n").utf8), "no"
    ),
    (
      DBusFraming(),
      [0x6C, 3, 1, 1, 7, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        + [2, 0, 0, 0, 0x6E, 0x6F, 0], "no"
    ),
  ]

  @Test(arguments: refusals.indices)
  func `an error is a refusal with the server's message`(index: Int) {
    let (framing, message, words) = Self.refusals[index]
    #expect(throws: Failure.refused(words)) { try first(framing, message) }
  }

  private static let malformed: [(framing: any Framing, message: String)] = [
    (RESPFraming(), "?\r\n"), (RESPFraming(), "*x\r\n"), (NATSFraming(), "HELLO\r\n"),
    (NATSFraming(), "MSG bench 1 x\r\n"), (MQTTFraming(), "\u{10}\u{1}x"),
    (DBusFraming(), "B23456789012345678"),
    (ProconFraming(box: Procond.box), "no JSON\n"),
    (ProconFraming(box: Procond.box), #"{"method":"gap","params":{"from":1,"to":2}}"# + "\n"),
    (ProconFraming(box: Procond.box), #"{"method":"bye","params":{"reason":"slow"}}"# + "\n"),
    (
      ProconFraming(box: Procond.box),
      #"{"jsonrpc":"2.0","method":"change","params":{"revision":4,"boxes":{"other":"a"}}}"# + "\n"
    ),
  ]

  @Test(arguments: malformed.indices)
  func `anything but a message of the protocol is reported`(index: Int) {
    let (framing, message) = Self.malformed[index]
    #expect {
      try first(framing, Array(message.utf8))
    } throws: { error in
      if case .malformed? = error as? Failure { true } else { false }
    }
  }
}

/// The first message.
func first(_ framing: any Framing, _ bytes: [UInt8]) throws -> Frame? {
  try bytes.withUnsafeBytes { try framing.first(in: $0) }
}
