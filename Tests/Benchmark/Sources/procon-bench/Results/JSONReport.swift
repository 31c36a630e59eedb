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
      ("measurements", JSONText(elements: measurements)),
      ("ofBaseline", JSONText(elements: comparison)), ("goals", JSONText(elements: goals)),
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
    let medians = Figure.allCases.compactMap { figure in
      series.median(figure).map { (figure, $0) }
    }
    let failure = series.failure.map { [("failure", JSONText("\($0)"))] } ?? []
    return JSONText(
      members: Self.members(measurement) + [
        ("server", JSONText(subject.contender.name)), ("mode", JSONText(subject.mode.rawValue)),
        ("median", Self.json(Sample(uniqueKeysWithValues: medians))),
        ("runs", JSONText(elements: series.samples.map { $0.map(Self.json) ?? .null })),
      ] + failure)
  }

  private var comparison: [JSONText] {
    results.comparison.map { measurement, mode, ratios in
      JSONText(
        members: Self.members(measurement) + [
          ("mode", JSONText(mode.rawValue)), ("ratios", Self.json(ratios)),
        ])
    }
  }

  private static func members(_ measurement: Measurement) -> [(name: String, value: JSONText)] {
    let (kind, numbers): (String, [(String, Int)]) =
      switch measurement {
      case .delivery(let delivery): ("delivery", numbers(delivery))
      case .fullSpeed(let delivery): ("fullSpeed", numbers(delivery))
      case .idle(let subscribers): ("idle", [("subscribers", subscribers)])
      case .growth(let boxes, let others): ("growth", [("boxes", boxes), ("others", others)])
      }
    return [("kind", JSONText(kind))] + numbers.map { ($0, JSONText($1)) }
  }

  private static func numbers(_ delivery: Measurement.Delivery) -> [(String, Int)] {
    [
      ("subscribers", delivery.subscribers), ("size", delivery.size), ("window", delivery.window),
    ]
  }

  private static func json(_ sample: Sample) -> JSONText {
    JSONText(
      members: Figure.allCases.compactMap { figure in
        sample[figure].map { (figure.rawValue, JSONText($0)) }
      })
  }

  private var goals: [JSONText] {
    results.goals.map { goal in
      let limit =
        switch goal.limit {
        case .atMost(let limit): ("atMost", JSONText(limit))
        case .atLeast(let limit): ("atLeast", JSONText(limit))
        }
      return JSONText(members: [
        ("goal", JSONText(goal.title)), limit,
        ("measured", goal.value.map { JSONText($0) } ?? .null),
        ("holds", goal.holds.map { JSONText($0) } ?? .null),
      ])
    }
  }
}
