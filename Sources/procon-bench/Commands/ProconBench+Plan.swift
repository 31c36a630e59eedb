extension ProconBench {
  /// What the command line asks for.
  ///
  /// - Parameter processors: for servers.
  /// - Returns: also what is to be said of servers that are left out.
  /// - Throws: `Failure.noDaemon`; `Failure.usage` when nothing is left.
  func plan(on processors: [Int]) throws(Failure) -> (Plan, omissions: [String]) {
    var subjects: [Subject] = []
    var omissions: [String] = []
    for name in peers.all {
      let contender = name.contender(procond: procond ?? Executable.beside("procond"))
      do throws(Failure) {
        _ = try contender.launch(in: ServerDirectory())
      } catch {
        guard case .notInstalled = error else { throw error }
        omissions.append("\(error)")
        continue
      }
      let modes = contender.modes.count == 1 ? contender.modes : self.modes.all
      subjects += modes.map { Subject(contender: contender, mode: $0, processors: processors) }
    }
    guard !subjects.isEmpty else { throw .beyond("there is no server to measure") }
    let plan = Plan(
      subjects: subjects, runs: runs ?? (quick ? 3 : 5), isQuick: quick, placement: placement,
      times: .init(warmUp: quick ? 40 : 200, run: time ?? (quick ? 120 : 250)),
      measurements: measurements)
    return (plan, omissions)
  }

  private var measurements: [Measurement] {
    parts.all.flatMap { part -> [Measurement] in
      switch part {
      case .rows: rows
      case .idle: idle.map { .idle(subscribers: $0) }
      case .speed: [.fullSpeed(Plan.fullSpeed)]
      case .growth: [Plan.smallGrowth, Plan.moreBoxes, Plan.moreOthers]
      }
    }
  }

  private var subscriberNumbers: [Int] {
    subscribers?.all ?? (quick ? [1, 10, 100, 1000] : [1, 10, 100, 1000, 10_000])
  }

  /// How many idle subscribers there are at once: what stands for rows, and what has a goal unless
  /// the rows were chosen.
  private var idle: [Int] {
    let rows = subscriberNumbers.map { max($0, Plan.fewestIdle) }
    return Set(rows + (subscribers == nil ? [Plan.mostIdle] : [])).sorted()
  }

  private var rows: [Measurement] {
    subscriberNumbers.flatMap { subscribers in
      (sizes?.all ?? (quick ? [128] : [16, 128, 4096])).flatMap { size in
        windows.all.map { window in
          .delivery(.init(subscribers: subscribers, size: size, window: window))
        }
      }
    }
  }
}
