internal import Glibc

/// The number that a random test begins with: that of the variable `TEST_SEED`, else a new one. It
/// is printed, so that a failure can be had again.
package func testSeed() -> UInt64 {
  let given = getenv("TEST_SEED").flatMap { UInt64(String(cString: $0)) }
  let seed = given ?? UInt64.random(in: 0..<1_000_000)
  print("TEST_SEED=\(seed)")
  return seed
}
