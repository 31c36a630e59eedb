package import UVLoop

extension Subprocess.Ending {
  /// For a sentence about the program.
  package var phrase: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)"
    }
  }
}
