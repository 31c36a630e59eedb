internal import ArgumentParser

/// What can be measured or left out.
enum Part: String, CaseIterable, ExpressibleByArgument {
  /// Deliveries: a row of the table for each number of subscribers, size, window and server.
  case rows
  /// Memory of idle subscribers, and connects a second.
  case idle
  /// The publisher at full speed.
  case speed
  /// More boxes, and more subscribers of others.
  case growth
}
