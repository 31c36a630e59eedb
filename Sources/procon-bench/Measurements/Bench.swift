/// Carries out a plan. In each run, every measurement takes all servers in turn, so that other work
/// of the machine affects all of them alike.
struct Bench {
  let plan: Plan
  /// The number of subscribers that the limit of open files allows.
  let room: Int
  let progress: Progress

  /// - Parameter omissions: a sentence for each server that is left out.
  /// - Throws: `Failure.interrupted`; every other failure becomes part of the results.
  func run(omissions: [String]) throws(Failure) -> Results {
    var results = Results(plan, on: Machine(), omissions: omissions)
    defer { progress.end() }
    let end = MonotonicTime.now + Plan.quickTime * 1_000_000_000
    for run in 1...plan.runs {
      for (index, measurement) in plan.measurements.enumerated() {
        for subject in plan.subjects where plan.concerns(measurement, subject) {
          if plan.isQuick, MonotonicTime.now > end {
            results.isCut = true
            return results
          }
          progress.show(
            "run \(run) of \(plan.runs), \(index + 1) of \(plan.measurements.count): \(subject),"
              + " \(measurement)")
          try measure(measurement, subject, &results)
        }
      }
    }
    return results
  }

  private func measure(
    _ measurement: Measurement, _ subject: Subject, _ results: inout Results
  ) throws(Failure) {
    // A measurement that failed is not repeated: it may have taken long to fail.
    if results.series(measurement, subject.key)?.failure != nil { return }
    do throws(Failure) {
      results.add(try measurement.run(subject, plan.times, room: room), measurement, subject)
    } catch {
      if case .interrupted = error { throw error }
      results.add(error, measurement, subject)
    }
  }
}
