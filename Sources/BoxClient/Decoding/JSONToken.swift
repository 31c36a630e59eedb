internal import BoxWire

/// A type whose values are single JSON tokens.
protocol JSONToken: Decodable {
  /// The type's name with its article, as in "a string".
  static var typeName: String { get }
  /// nil when `json` is of another type, or has no exact value of this one.
  init?(json: JSONText)
}

extension Bool: JSONToken {}
extension String: JSONToken {}
extension Double: JSONToken {}

extension Float: JSONToken {
  static var typeName: String { Double.typeName }

  /// The nearest number.
  init?(json: JSONText) {
    guard let double = json.double, Float(double).isFinite else { return nil }
    self.init(double)
  }
}

extension JSONToken where Self: FixedWidthInteger {
  static var typeName: String { Int.typeName }

  init?(json: JSONText) {
    guard json.isNumber,
      let number = Self(json.description) ?? json.integer.flatMap({ Self(exactly: $0) })
    else { return nil }
    self = number
  }
}

extension Int: JSONToken {}
extension Int8: JSONToken {}
extension Int16: JSONToken {}
extension Int32: JSONToken {}
extension Int64: JSONToken {}
extension UInt: JSONToken {}
extension UInt8: JSONToken {}
extension UInt16: JSONToken {}
extension UInt32: JSONToken {}
extension UInt64: JSONToken {}
