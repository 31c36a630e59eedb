/// The results as people read them.
struct TextReport {
  let results: Results

  var text: String {
    let plan = results.plan
    let runs = plan.runs == 1 ? "1 run" : "median of \(plan.runs) interleaved runs"
    let quick = plan.isQuick ? "; quick, so less exact, or fewer runs" : ""
    let measured = "\(runs) of \(plan.times.run) ms, servers \(plan.placement)\(quick)"
    var sections = ["\(results.machine); \(measured)\n"]
    if !plan.rows.isEmpty { sections.append(rows.text + Self.legend) }
    if !others.rows.isEmpty { sections.append(others.text) }
    sections.append("goals\n" + goals.text)
    if !results.notes.isEmpty {
      sections.append("notes\n" + results.notes.map { "  \($0)\n" }.joined())
    }
    return sections.joined(separator: "\n")
  }

  private static let legend = """

    CPU: the server's processor time a delivery. p50, p99: from publishing a value until the last
    subscriber has it. Memory, connects: of 1000 idle subscribers, or of as many as the row has if
    those are more; of dbus-daemon 100.

    """

  private var rows: Table {
    var table = Table(
      [
        "subscribers", "bytes", "window", "server", "changes/s", "deliveries/s", "CPU µs",
        "of floor", "of Redis", "p50 µs", "p99 µs", "memory B", "connects/s",
      ].map { Table.Column(title: $0, isLeft: $0 == "server") })
    for row in results.plan.rows {
      if !table.rows.isEmpty { table.add([]) }
      for subject in results.plan.subjects { table.add(cells(row, subject)) }
    }
    return table
  }

  private func cells(_ row: Measurement.Delivery, _ subject: Subject) -> [String] {
    let measurement = Measurement.delivery(row)
    let series = results.series(measurement, subject.key)
    let idle = results.series(results.plan.idle(forRow: row.subscribers), subject.key)
    let ratios = [("floor", Mode.every), ("redis", .every)].map { name, mode in
      let other = results.series(measurement, Subject.key(name, mode))
      return Self.cell(series?.ratio(.processorMicroseconds, to: other), NumberText.short)
    }
    return [
      "\(row.subscribers)", "\(row.size)", "\(row.window)", "\(subject)",
      Self.cell(series?.median(.changesPerSecond), NumberText.short),
      Self.cell(series?.median(.deliveriesPerSecond), NumberText.short),
      Self.cell(series?.median(.processorMicroseconds), NumberText.short),
    ] + ratios + [
      Self.cell(series?.median(.p50Microseconds), NumberText.short),
      Self.cell(series?.median(.p99Microseconds), NumberText.short),
      Self.cell(idle?.median(.bytesPerSubscriber), NumberText.whole),
      Self.cell(idle?.median(.connectsPerSecond), NumberText.short),
    ]
  }

  /// What the table of rows does not show, or not by itself.
  private var others: Table {
    var table = Table(
      ["also", "server", "changes/s", "CPU µs a change", "memory B", "connects/s"].map {
        Table.Column(title: $0, isLeft: $0 == "also" || $0 == "server")
      })
    for measurement in results.plan.measurements {
      if case .delivery = measurement { continue }
      if !table.rows.isEmpty { table.add([]) }
      for subject in results.plan.subjects where results.plan.concerns(measurement, subject) {
        let series = results.series(measurement, subject.key)
        table.add([
          "\(measurement)", "\(subject)",
          Self.cell(series?.median(.changesPerSecond), NumberText.short),
          Self.cell(series?.median(.changeMicroseconds), NumberText.short),
          Self.cell(series?.median(.bytesPerSubscriber), NumberText.whole),
          Self.cell(series?.median(.connectsPerSecond), NumberText.short),
        ])
      }
    }
    return table
  }

  private var goals: Table {
    var table = Table([
      .init(title: "", isLeft: true), .init(title: "measured"), .init(title: "goal"),
      .init(title: "", isLeft: true),
    ])
    for goal in Goals(results).all {
      let limit =
        switch goal.limit {
        case .atMost(let limit): "<= \(NumberText.short(limit))"
        case .atLeast(let limit): ">= \(NumberText.short(limit))"
        }
      let verdict = goal.holds.map { $0 ? "holds" : "missed" } ?? "not measured"
      table.add(["  \(goal.title)", Self.cell(goal.value, NumberText.short), limit, verdict])
    }
    return table
  }

  private static func cell(_ number: Double?, _ text: (Double) -> String) -> String {
    number.map(text) ?? "-"
  }
}
