internal import BoxWire

/// The published values: JSON strings of one size, each with a different number.
struct Payload {
  /// The smallest size, of two quotes and the number.
  static let smallest = numberSize + 2
  /// The number of digits of each number.
  static let numberSize = 10
  /// Replaces the number in a ``Template``.
  static let placeholder = "9999999999"
  /// The number in value 0: the first one with enough digits.
  static let firstNumber = 1_000_000_000

  /// In bytes, including quotes.
  let size: Int
  /// The value with the placeholder in it.
  let bytes: [UInt8]
  /// The bytes after the number.
  private let end: [UInt8]

  /// - Parameter size: at least ``smallest``.
  init(size: Int) {
    self.size = size
    end = Array(repeating: UInt8(ascii: "x"), count: size - Self.smallest) + [UInt8(ascii: "\"")]
    bytes = Array("\"\(Self.placeholder)".utf8) + end
  }

  /// The value with the placeholder in it, as JSON.
  var json: JSONText { JSONText(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)) }

  /// Returns the number of a value, from 0; nil when it is not one of these values.
  func number(of value: UnsafeRawBufferPointer) -> Int? {
    let rest = 1 + Self.numberSize
    guard value.count == size, value.first == UInt8(ascii: "\""), value.has(end, at: rest),
      let (number, end) = value.decimal(at: 1), end == rest
    else { return nil }
    return number - Self.firstNumber
  }
}

/// A message that differs only in numbers from one change to the next.
struct Template {
  /// Replaces the change's number: the greatest possible revision.
  static let revision = (1 << 53) - 1

  private enum Part {
    case literal([UInt8])
    /// The number in the change's ``Payload``.
    case payloadNumber
    /// The change's number.
    case number
  }

  private let parts: [Part]

  /// - Parameter message: with ``Payload/placeholder`` and ``revision`` in place of numbers.
  init(_ message: [UInt8]) {
    var parts: [Part] = []
    var literal: [UInt8] = []
    var rest = message[...]
    while let byte = rest.first {
      if rest.starts(with: Payload.placeholder.utf8) {
        parts += [.literal(literal), .payloadNumber]
        literal = []
        rest = rest.dropFirst(Payload.placeholder.utf8.count)
      } else if rest.starts(with: String(Self.revision).utf8) {
        parts += [.literal(literal), .number]
        literal = []
        rest = rest.dropFirst(String(Self.revision).utf8.count)
      } else {
        literal.append(byte)
        rest = rest.dropFirst()
      }
    }
    self.parts = parts + [.literal(literal)]
  }

  /// Appends the message for a change.
  ///
  /// - Parameter number: the change's number, from 1; 0 for the value before the first change.
  func append(_ number: Int, to bytes: inout [UInt8]) {
    for part in parts {
      switch part {
      case .literal(let literal): bytes += literal
      case .payloadNumber: bytes.append(decimal: Payload.firstNumber + number)
      case .number: bytes.append(decimal: number)
      }
    }
  }

  /// Returns the message for one change.
  func message(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number in decimal, without memory for a string.
  ///
  /// - Parameter number: at least 0.
  fileprivate mutating func append(decimal number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      append(contentsOf: digits[start...])
    }
  }
}
