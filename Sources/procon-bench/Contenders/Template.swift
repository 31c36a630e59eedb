internal import BoxWire

/// A message of which only numbers differ from one change to the next.
struct Template {
  /// What stands for the change's number as it is: the greatest revision that there can be.
  static let revision = (1 << 53) - 1

  private enum Part {
    case literal([UInt8])
    /// The change's number as a ``Payload`` carries it.
    case payloadNumber
    /// The change's number.
    case number
  }

  private let parts: [Part]

  /// - Parameter message: with ``Payload/placeholder`` and ``revision`` where numbers are to be.
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
  /// - Parameter number: of the change, from 1 on; 0 for what was before the first.
  func append(_ number: Int, to bytes: inout [UInt8]) {
    for part in parts {
      switch part {
      case .literal(let literal): bytes += literal
      case .payloadNumber: bytes.append(decimal: Payload.firstNumber + number)
      case .number: bytes.append(decimal: number)
      }
    }
  }

  /// The message for one change.
  func message(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return bytes
  }
}
