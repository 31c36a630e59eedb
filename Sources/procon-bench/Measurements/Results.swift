/// What was measured.
struct Results {
  let plan: Plan
  let machine: Machine
  /// What was left out from the beginning, and why.
  private let omissions: [String]
  private var series: [Measurement: [String: Series]] = [:]
  private var failures: [Failed] = []
  /// Whether the time was over before all was measured.
  var isCut = false

  /// What failed for one reason.
  private struct Failed {
    let failure: Failure
    let first: String
    /// Measurements beside the first.
    var others = 0
  }

  init(_ plan: Plan, on machine: Machine, omissions: [String]) {
    self.plan = plan
    self.machine = machine
    self.omissions = omissions
  }

  mutating func add(_ sample: Sample, _ measurement: Measurement, _ subject: Subject) {
    series[measurement, default: [:]][subject.key, default: Series()].add(sample)
  }

  mutating func add(_ failure: Failure, _ measurement: Measurement, _ subject: Subject) {
    series[measurement, default: [:]][subject.key, default: Series()].add(failure)
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

  /// Whether a server did not do what it should.
  var hasFaults: Bool { failures.contains { $0.failure.isFault } }

  /// Why something is missing or wrong, in the order in which it came up.
  var notes: [String] {
    let cut = isCut ? ["the time of --quick was over: some has fewer runs, or none"] : []
    return omissions + cut
      + failures.map { failed in
        let others = failed.others > 0 ? ", and \(failed.others) more" : ""
        return "\(failed.first)\(others): \(failed.failure)"
      }
  }
}
