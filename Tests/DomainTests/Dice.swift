/// Numbers that are the same for the same seed: a linear congruential generator with Knuth's constants.
struct Dice {
  var state: UInt64

  /// Returns a number from 0 to one below `sides`.
  mutating func throwing(_ sides: UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % sides)
  }
}
