/// What is measured, of which servers, how often.
struct Plan {
  let subjects: [Subject]
  let runs: Int
  /// Whether it is to be done within a minute: no measurement is begun after ``quickTime``.
  let isQuick: Bool
  let placement: Placement
  let times: Measurement.Times
  /// In the order in which they are measured.
  let measurements: [Measurement]

  /// In seconds: what is begun by then is done in time.
  static let quickTime = 50

  /// Fewer idle subscribers say nothing: memory comes in pages of 4096 bytes.
  static let fewestIdle = 1000
  /// The number that has a goal.
  static let mostIdle = 10_000
  /// What the publisher's full speed is measured with.
  static let fullSpeed = Measurement.Delivery(subscribers: 100, size: 128, window: 256)
  /// What a change costs at first.
  static let smallGrowth = Measurement.growth(boxes: 10, others: 0)
  /// The daemon allows no more shared boxes.
  static let moreBoxes = Measurement.growth(boxes: 10_000, others: 0)
  static let moreOthers = Measurement.growth(boxes: 10, others: 10_000)

  /// How many idle subscribers stand for those of a row.
  func idle(forRow subscribers: Int) -> Measurement {
    .idle(subscribers: max(subscribers, Self.fewestIdle))
  }

  /// Whether the measurement says something of the subject.
  func concerns(_ measurement: Measurement, _ subject: Subject) -> Bool {
    switch measurement {
    case .delivery, .idle: true
    // A publisher that hears nothing has no speed to keep, and a subscriber that is owed every
    // value may be left behind.
    case .fullSpeed:
      subject.contender.answers && subject.mode == subject.contender.modes.last
    case .growth: subject.contender is Procond
    }
  }

  /// The series' keys in the table's order: each delivery.
  var rows: [Measurement.Delivery] {
    measurements.compactMap { if case .delivery(let delivery) = $0 { delivery } else { nil } }
  }
}
