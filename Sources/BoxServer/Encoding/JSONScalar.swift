internal import BoxWire
internal import FoundationEssentials

/// A value that is a single JSON token, however it encodes itself.
protocol JSONScalar: Encodable {
  /// Whether JSON can represent it.
  var isInJSON: Bool { get }
  func append(to bytes: inout [UInt8])
}

extension JSONScalar {
  var isInJSON: Bool { true }
}

extension JSONScalar where Self: BinaryInteger {
  func append(to bytes: inout [UInt8]) {
    if let number = Int(exactly: self) {
      bytes.append(decimal: number)
    } else {
      bytes.append(contentsOf: String(self).utf8)
    }
  }
}

extension JSONScalar where Self: BinaryFloatingPoint & CustomStringConvertible {
  var isInJSON: Bool { isFinite }

  /// Writes whole numbers that every reader handles exactly without a fraction.
  func append(to bytes: inout [UInt8]) {
    if magnitude < 0x1p53, let number = Int(exactly: self) {
      bytes.append(decimal: number)
    } else {
      bytes.append(contentsOf: description.utf8)
    }
  }
}

extension Bool: JSONScalar {
  func append(to bytes: inout [UInt8]) {
    bytes.append(literal: self ? "true" : "false")
  }
}

extension String: JSONScalar {
  func append(to bytes: inout [UInt8]) {
    bytes.appendJSON(self)
  }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension Decimal: JSONScalar {
  var isInJSON: Bool { !isNaN }

  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: description.utf8)
  }
}

extension Data: JSONScalar {
  func append(to bytes: inout [UInt8]) {
    bytes.appendJSON(base64EncodedString())
  }
}

extension URL: JSONScalar {
  func append(to bytes: inout [UInt8]) {
    bytes.appendJSON(absoluteString)
  }
}
