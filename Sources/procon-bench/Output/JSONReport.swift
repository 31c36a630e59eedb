internal import BoxWire

/// The results as one JSON object: every figure of every run.
struct JSONReport {
  let results: Results

  var json: JSONText {
    let plan = results.plan
    return JSONText(members: [
      ("machine", machine), ("placement", JSONText(plan.placement.rawValue)),
      ("quick", JSONText(plan.isQuick)), ("runs", JSONText(plan.runs)),
      ("milliseconds", JSONText(plan.times.run)),
      ("measurements", JSONText(elements: measurements)), ("goals", JSONText(elements: goals)),
      ("notes", JSONText(elements: results.notes.map { JSONText($0) })),
    ])
  }

  private var machine: JSONText {
    let machine = results.machine
    return JSONText(members: [
      ("cores", JSONText(machine.cores)), ("kernel", JSONText(machine.kernel)),
      ("system", JSONText(machine.system)), ("date", JSONText(machine.date)),
    ])
  }

  private var measurements: [JSONText] {
    results.plan.measurements.flatMap { measurement in
      results.plan.subjects.compactMap { subject in
        results.series(measurement, subject.key).map { json(measurement, subject, $0) }
      }
    }
  }

  private func json(
    _ measurement: Measurement, _ subject: Subject, _ series: Series
  ) -> JSONText {
    var members = Self.members(measurement)
    members.append(("server", JSONText(subject.contender.name)))
    members.append(("mode", JSONText(subject.mode.rawValue)))
    let medians = Figure.allCases.compactMap { figure in
      series.median(figure).map { (figure.rawValue, JSONText(number: $0)) }
    }
    members.append(("median", JSONText(members: medians)))
    members.append(("runs", JSONText(elements: series.samples.map(Self.json))))
    if let failure = series.failure { members.append(("failure", JSONText("\(failure)"))) }
    return JSONText(members: members)
  }

  private static func members(_ measurement: Measurement) -> [(name: String, value: JSONText)] {
    switch measurement {
    case .delivery(let delivery): [("kind", JSONText("delivery"))] + members(delivery)
    case .fullSpeed(let delivery): [("kind", JSONText("fullSpeed"))] + members(delivery)
    case .idle(let subscribers):
      [("kind", JSONText("idle")), ("subscribers", JSONText(subscribers))]
    case .growth(let boxes, let others):
      [("kind", JSONText("growth")), ("boxes", JSONText(boxes)), ("others", JSONText(others))]
    }
  }

  private static func members(
    _ delivery: Measurement.Delivery
  ) -> [(name: String, value: JSONText)] {
    [
      ("subscribers", JSONText(delivery.subscribers)), ("size", JSONText(delivery.size)),
      ("window", JSONText(delivery.window)),
    ]
  }

  private static func json(_ sample: Sample?) -> JSONText {
    guard let sample else { return .null }
    return JSONText(
      members: Figure.allCases.compactMap { figure in
        sample[figure].map { (figure.rawValue, JSONText(number: $0)) }
      })
  }

  private var goals: [JSONText] {
    Goals(results).all.map { goal in
      let limit =
        switch goal.limit {
        case .atMost(let limit): ("atMost", JSONText(number: limit))
        case .atLeast(let limit): ("atLeast", JSONText(number: limit))
        }
      return JSONText(members: [
        ("goal", JSONText(goal.title)), limit,
        ("measured", goal.value.map { JSONText(number: $0) } ?? .null),
        ("holds", goal.holds.map { JSONText($0) } ?? .null),
      ])
    }
  }
}

extension JSONText {
  /// - Parameter number: finite.
  fileprivate init(number: Double) {
    self.init(valid: Array("\(number)".utf8))
  }
}
