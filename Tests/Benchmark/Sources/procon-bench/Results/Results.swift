/// The results of all measurements.
struct Results {
  let plan: Plan
  let machine: Machine
  /// A sentence for each server that was left out.
  private let omissions: [String]
  private var series: [Measurement: [String: Series]] = [:]
  private var failures: [Failed] = []
  /// Whether the time ran out before everything was measured.
  var isCut = false

  /// The measurements with the same failure.
  private struct Failed {
    let failure: Failure
    let first: String
    /// The number of measurements after the first.
    var others = 0
  }

  init(_ plan: Plan, on machine: Machine, omissions: [String]) {
    self.plan = plan
    self.machine = machine
    self.omissions = omissions
  }

  mutating func add(
    _ run: Result<Sample, Failure>, _ measurement: Measurement, _ subject: Subject
  ) {
    series[measurement, default: [:]][subject.key, default: Series()].runs.append(run)
    guard case .failure(let failure) = run else { return }
    if let known = failures.firstIndex(where: { $0.failure == failure }) {
      failures[known].others += 1
    } else {
      failures.append(Failed(failure: failure, first: "\(subject), \(measurement)"))
    }
  }

  /// nil when it was not measured.
  func series(_ measurement: Measurement, _ key: String) -> Series? {
    series[measurement]?[key]
  }

  /// The figures of procond as fractions of the baseline's, by measurement and mode; figures that
  /// were not measured are left out.
  var comparison: [(measurement: Measurement, mode: Mode, ratios: Sample)] {
    plan.measurements.flatMap { measurement in
      Mode.allCases.compactMap { mode in
        let base = series(measurement, Subject.key(Procond.baseline, mode))
        let ratios = Figure.allCases.compactMap { figure in
          series(measurement, Subject.key("procond", mode))?.ratio(figure, to: base)
            .map { (figure, $0) }
        }
        guard !ratios.isEmpty else { return nil }
        return (measurement, mode, Sample(uniqueKeysWithValues: ratios))
      }
    }
  }

  /// Whether a server did something wrong.
  var hasFaults: Bool { failures.contains { $0.failure.isFault } }

  /// The reasons why results are missing or wrong, in the order in which they occurred.
  var notes: [String] {
    let cut = isCut ? ["the time of --quick was over: some has fewer runs, or none"] : []
    return omissions + cut
      + failures.map { failed in
        let others = failed.others > 0 ? ", and \(failed.others) more" : ""
        return "\(failed.first)\(others): \(failed.failure)"
      }
  }
}
