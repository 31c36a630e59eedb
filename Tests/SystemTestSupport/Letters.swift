/// `count` ASCII letters. `String(repeating:count:)` appends them one by one, which takes fifty times
/// as long.
package func letters(_ count: Int, _ letter: Unicode.Scalar = "x") -> String {
  String(decoding: [UInt8](repeating: UInt8(ascii: letter), count: count), as: UTF8.self)
}
