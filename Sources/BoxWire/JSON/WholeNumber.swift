/// Returns the value of a valid JSON number, exact where a conversion by way of `Double` would
/// round; nil unless it is whole and an `Int` can hold it.
func wholeNumber(_ text: [UInt8]) -> Int? {
  let isExponent = { (byte: UInt8) in byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") }
  let mantissa = text.prefix { !isExponent($0) }
  let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
  var digits = mantissa.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  var exponent = -max(0, mantissa.endIndex - point - 1)
  while digits.last == UInt8(ascii: "0") {
    digits.removeLast()
    exponent += 1
  }
  guard !digits.isEmpty else { return 0 }
  if mantissa.endIndex < text.endIndex {
    // With more digits in the exponent, no text of a sensible length is a whole number.
    let written = text[(mantissa.endIndex + 1)...]
    guard let number = Int32(String(decoding: written, as: UTF8.self)) else { return nil }
    exponent += Int(number)
  }
  // The last digit is not zero, so it must not be after the point; 10^19 is too large.
  guard (0..<19).contains(exponent) else { return nil }
  let sign = text.first == UInt8(ascii: "-") ? "-" : ""
  let zeros = String(repeating: "0", count: exponent)
  return Int(sign + String(decoding: digits, as: UTF8.self) + zeros)
}
