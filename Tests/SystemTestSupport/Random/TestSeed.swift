internal import Glibc

/// The seed of a random test: the value of the variable `TEST_SEED`, or a new number. It is
/// printed, so that a failure can be reproduced.
package func testSeed() -> UInt64 {
  let given = getenv("TEST_SEED").flatMap { UInt64(String(cString: $0)) }
  let seed = given ?? UInt64.random(in: 0..<1_000_000)
  print("TEST_SEED=\(seed)")
  return seed
}
