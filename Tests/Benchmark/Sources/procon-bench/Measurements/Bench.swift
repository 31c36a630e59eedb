/// Carries out a plan. In each run, every measurement takes all servers in turn, so that other work
/// on the machine affects all of them alike.
struct Bench {
  let plan: Plan
  /// The number of subscribers that the limit of open files allows.
  let room: Int

  /// - Parameter omissions: a sentence for each server that is left out.
  /// - Throws: `Failure.interrupted`; every other failure becomes part of the results.
  func run(omissions: [String]) throws(Failure) -> Results {
    var results = Results(plan, on: Machine(), omissions: omissions)
    defer { StandardError.show(progress: "") }
    let end = MonotonicTime.now + Plan.quickTime * 1_000_000_000
    for run in 1...plan.runs {
      for (index, measurement) in plan.measurements.enumerated() {
        for subject in plan.subjects where plan.concerns(measurement, subject) {
          if plan.isQuick, MonotonicTime.now > end {
            results.isCut = true
            return results
          }
          StandardError.show(
            progress:
              "run \(run) of \(plan.runs), \(index + 1) of \(plan.measurements.count): \(subject),"
              + " \(measurement)")
          // A measurement that failed is not repeated: it may have taken long to fail.
          if results.series(measurement, subject.key)?.failure != nil { continue }
          let result = Result { () throws(Failure) in
            try measurement.run(subject, plan.times, room: room)
          }
          if case .failure(.interrupted(let signal)) = result { throw .interrupted(signal: signal) }
          results.add(result, measurement, subject)
        }
      }
    }
    return results
  }
}
