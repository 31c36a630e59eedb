/// What an exchange came to.
struct Outcome {
  let changes: Int
  /// Values that came, to all subscribers together.
  let deliveries: Int
  /// Until the last subscriber had the last value, in nanoseconds.
  let time: Int
  /// Until the answer to the last change came, in nanoseconds; 0 when the publisher was held back by
  /// subscribers too, or no answers come.
  let acceptingTime: Int
  /// The server's, in nanoseconds.
  let processorTime: Int
  /// Of each change until the last subscriber had it, in nanoseconds; none when the publisher was
  /// held back by answers alone.
  let durations: [Int]
}
