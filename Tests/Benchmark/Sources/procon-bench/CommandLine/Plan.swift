internal import ArgumentParser

/// The measurements of a run of the program.
struct Plan {
  let subjects: [Subject]
  /// The number of times that each measurement is repeated.
  let runs: Int
  /// Whether no measurement starts after ``quickTime``.
  let isQuick: Bool
  let placement: Placement
  let times: Measurement.Times
  /// In the order of the report.
  let measurements: [Measurement]

  /// In seconds: a measurement that has started by then ends within a minute.
  static let quickTime = 50

  /// The memory of fewer idle subscribers cannot be measured: it is allocated in pages of 4096 bytes.
  static let fewestIdle = 1000
  /// The number of idle subscribers for which there is a goal.
  static let mostIdle = 10_000
  static let fullSpeed = Measurement.Delivery(subscribers: 100, size: 128, window: 256)
  static let smallGrowth = Measurement.growth(boxes: 10, others: 0)
  /// The daemon's limit of shared boxes.
  static let moreBoxes = Measurement.growth(boxes: 10_000, others: 0)
  static let moreOthers = Measurement.growth(boxes: 10, others: 10_000)

  /// The measurement with the idle subscribers of a row.
  func idle(forRow subscribers: Int) -> Measurement {
    .idle(subscribers: max(subscribers, Self.fewestIdle))
  }

  /// Whether the measurement makes sense for the subject.
  func concerns(_ measurement: Measurement, _ subject: Subject) -> Bool {
    switch measurement {
    case .delivery, .idle: true
    // A publisher without answers has no limit on its speed, and subscribers in `every` mode would
    // fall behind without one.
    case .fullSpeed:
      subject.contender.answers && subject.mode == subject.contender.modes.last
    case .growth: subject.contender is Procond
    }
  }

  /// The rows of the table, in order.
  var rows: [Measurement.Delivery] {
    measurements.compactMap { if case .delivery(let delivery) = $0 { delivery } else { nil } }
  }
}

/// A part of a plan that can be left out.
enum Part: String, CaseIterable, ExpressibleByArgument {
  /// Deliveries: a row of the table for each number of subscribers, size, window and server.
  case rows
  /// The memory of idle subscribers, and connections per second.
  case idle
  /// The publisher at full speed.
  case speed
  /// More boxes, and more subscribers of other boxes.
  case growth
}

extension ProconBench {
  /// Returns the plan for the command line.
  ///
  /// - Parameter processors: the processors for servers.
  /// - Returns: the plan, and a sentence for each server that is left out.
  /// - Throws: `Failure.noDaemon`; `Failure.beyond` when no server is left.
  func plan(on processors: [Int]) throws(Failure) -> (Plan, omissions: [String]) {
    var subjects: [Subject] = []
    var omissions: [String] = []
    for contender in contenders {
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
      measurements: parts.all.flatMap(measurements))
    return (plan, omissions)
  }

  private var contenders: [any Contender] {
    let procond = procond ?? Procond.released
    return peers.all.flatMap { name -> [any Contender] in
      let contender = name.contender(procond: procond)
      guard name == .procond, let baseline else { return [contender] }
      return [contender, Procond(path: baseline, name: Procond.baseline)]
    }
  }

  private func measurements(of part: Part) -> [Measurement] {
    switch part {
    case .rows: rows
    case .idle: idle.map { .idle(subscribers: $0) }
    case .speed: [.fullSpeed(Plan.fullSpeed)]
    case .growth: [Plan.smallGrowth, Plan.moreBoxes, Plan.moreOthers]
    }
  }

  private var subscriberNumbers: [Int] {
    subscribers?.all ?? (quick ? [1, 10, 100, 1000] : [1, 10, 100, 1000, 10_000])
  }

  /// The numbers of idle subscribers: those of the rows, and the one with a goal unless the rows were
  /// chosen.
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
