import BoxWire
import Testing

@testable import procon_bench

/// Requests to servers.
@Suite struct MessageTests {
  private let payload = Payload(size: 16)

  @Test func `values have the same size and differ in their number`() {
    let template = Template(payload.bytes)
    #expect(template.message(7) == Array("\"1000000007xxxx\"".utf8))
    #expect(template.message(123_456_789) == Array("\"1123456789xxxx\"".utf8))
    for number in [0, 1, 99_999_999] {
      template.message(number).withUnsafeBytes { #expect(payload.number(of: $0) == number) }
    }
  }

  @Test(arguments: [
    "\"1000000007xxx\"", "\"1000000007xxxy\"", "\"100000000xxxxx\"", "x1000000007xxxx\"",
    "\"1000000007xxxxx\"", "",
  ])
  func `a modified value has no number`(text: String) {
    Array(text.utf8).withUnsafeBytes { #expect(payload.number(of: $0) == nil) }
  }

  @Test func `procond gets a set request with the value, and its number as the id`() throws {
    let dialect = Procond(path: "").dialect(payload, .every)
    let line = dialect.publication.message(5)
    let request = try line.dropLast().withUnsafeBytes { try RequestLine($0) }
    guard case .single(.success(let request)) = request else {
      Issue.record("not a request: \(request)")
      return
    }
    #expect(request.method == "set" && request.id?.integer == 1_000_000_005)
    let set = try SetBox(try request.parameters())
    #expect(set.box.text == "shared.bench" && set.value.string == "1000000005xxxx")
    let subscribe = String(decoding: dialect.subscribing(0)[1].request, as: UTF8.self)
    #expect(subscribe.contains(#""boxes":["shared.bench"],"mode":"every""#))
  }

  @Test func `the floor sends the line that procond would write`() throws {
    let line = Floor().dialect(payload, .every).publication.message(1234)
    #expect(line.last == UInt8(ascii: "\n"))
    let value = JSONText("1000001234xxxx")
    #expect(
      try ServerLine(line.dropLast())
        == .change(BoxValues(revision: 1234, values: [("shared.bench", value)])))
  }

  @Test func `Redis gets commands as arrays of bulk strings`() {
    let dialect = Redis().dialect(payload, .every)
    #expect(
      String(decoding: dialect.publication.message(1), as: UTF8.self)
        == "*3\r\n$7\r\nPUBLISH\r\n$5\r\nbench\r\n$16\r\n\"1000000001xxxx\"\r\n")
  }

  @Test func `MQTT packets have their length in groups of seven bits`() throws {
    #expect(MQTTFraming.packet(.publish, []) == [0x30, 0])
    #expect(MQTTFraming.packet(.publish, .init(repeating: 1, count: 127)).prefix(2) == [0x30, 127])
    #expect(
      MQTTFraming.packet(.publish, .init(repeating: 1, count: 321)).prefix(3) == [0x30, 0xC1, 2])
    let packet = MQTTFraming.packet(
      .publish, MQTTFraming.text("bench") + .init(repeating: 9, count: 20_000))
    let frame = try #require(try first(MQTTFraming(), packet))
    #expect(frame.length == packet.count && frame.value?.count == 20_000)
  }

  /// The fields in the order of the D-Bus specification, each aligned to eight bytes.
  @Test func `a D-Bus message has the layout of the specification`() throws {
    let message = DBusMessage(
      kind: .signal, serial: 2, path: "/a", interface: "b.c", member: "D", text: Array("efg".utf8)
    ).bytes
    let header: [UInt8] = [0x6C, 4, 1, 1, 8, 0, 0, 0, 2, 0, 0, 0, 55, 0, 0, 0]
    let path: [UInt8] = [1, 1, 0x6F, 0, 2, 0, 0, 0, 0x2F, 0x61, 0, 0, 0, 0, 0, 0]
    let interface: [UInt8] = [2, 1, 0x73, 0, 3, 0, 0, 0, 0x62, 0x2E, 0x63, 0, 0, 0, 0, 0]
    let member: [UInt8] = [3, 1, 0x73, 0, 1, 0, 0, 0, 0x44, 0, 0, 0, 0, 0, 0, 0]
    let signature: [UInt8] = [8, 1, 0x67, 0, 1, 0x73, 0, 0]
    let body: [UInt8] = [3, 0, 0, 0, 0x65, 0x66, 0x67, 0]
    #expect(message == header + path + interface + member + signature + body)
    let frame = try #require(try first(DBusFraming(), message))
    #expect(frame == Frame(length: 80, value: 76..<79))
    for count in 0..<80 { #expect(try first(DBusFraming(), Array(message[..<count])) == nil) }
  }
}
