/// The results as text for people.
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
    if !comparison.rows.isEmpty { sections.append(comparison.text) }
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
    let counts: [Figure] = [.changesPerSecond, .deliveriesPerSecond, .processorMicroseconds]
    let times: [Figure] = [.p50Microseconds, .p99Microseconds]
    let idle: [Figure] = [.bytesPerSubscriber, .connectsPerSecond]
    var table = Table(
      ["subscribers", "bytes", "window", "server"] + counts.map(\.title)
        + ["of floor", "of Redis"] + (times + idle).map(\.title), left: ["server"])
    for row in results.plan.rows {
      if !table.rows.isEmpty { table.add([]) }
      let measurement = Measurement.delivery(row)
      for subject in results.plan.subjects {
        let series = results.series(measurement, subject.key)
        let ratios = ["floor", "redis"].map { peer in
          let other = results.series(measurement, Subject.key(peer, .every))
          return Self.cell(series?.ratio(.processorMicroseconds, to: other))
        }
        table.add(
          ["\(row.subscribers)", "\(row.size)", "\(row.window)", "\(subject)"]
            + Self.cells(counts, series) + ratios + Self.cells(times, series)
            + Self.cells(
              idle, results.series(results.plan.idle(forRow: row.subscribers), subject.key)))
      }
    }
    return table
  }

  /// The measurements without their own rows in the first table.
  private var others: Table {
    let figures: [Figure] = [
      .changesPerSecond, .changeMicroseconds, .bytesPerSubscriber, .connectsPerSecond,
    ]
    var table = Table(["also", "server"] + figures.map(\.title), left: ["also", "server"])
    for measurement in results.plan.measurements {
      if case .delivery = measurement { continue }
      if !table.rows.isEmpty { table.add([]) }
      for subject in results.plan.subjects where results.plan.concerns(measurement, subject) {
        table.add(
          ["\(measurement)", "\(subject)"]
            + Self.cells(figures, results.series(measurement, subject.key)))
      }
    }
    return table
  }

  private var comparison: Table {
    var table = Table(
      ["of baseline", "mode"] + Figure.allCases.map(\.title), left: ["of baseline", "mode"])
    for (measurement, mode, ratios) in results.comparison {
      table.add(["\(measurement)", "\(mode)"] + Figure.allCases.map { Self.cell(ratios[$0]) })
    }
    return table
  }

  private var goals: Table {
    var table = Table(["", "measured", "goal", " "], left: ["", " "])
    for goal in results.goals {
      let limit =
        switch goal.limit {
        case .atMost(let limit): "<= \(NumberText.short(limit))"
        case .atLeast(let limit): ">= \(NumberText.short(limit))"
        }
      let verdict = goal.holds.map { $0 ? "holds" : "missed" } ?? "not measured"
      table.add(["  \(goal.title)", Self.cell(goal.value), limit, verdict])
    }
    return table
  }

  private static func cells(_ figures: [Figure], _ series: Series?) -> [String] {
    figures.map { figure in
      let text = figure == .bytesPerSubscriber ? NumberText.whole : NumberText.short
      return series?.median(figure).map(text) ?? "-"
    }
  }

  private static func cell(_ number: Double?) -> String {
    number.map(NumberText.short) ?? "-"
  }
}
