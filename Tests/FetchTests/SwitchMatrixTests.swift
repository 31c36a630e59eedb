import Expectations
import Fetch
import Testing

/// All combinations of the six switches, each in all situations, compared with tables.
struct SwitchMatrixTests {
  @Test(arguments: Switches.all)
  func `each combination of switches does in each situation what the tables say`(
    switches: Switches
  ) async throws {
    for situation in Situation.all {
      let expected = ExpectedCourse(switches, situation)
      let (course, result) = try await run(switches, situation)
      expect(
        course == expected.course && result == expected.result,
        "\(switches) \(situation): expected \(expected.course) = \(expected.result)")
    }
  }

  @Test func `the matrix is complete`() {
    expect(Set(Switches.all).count, equals: 64)
    expect(Situation.all.count, equals: 2 * 4 * 2 * 5 * 2)
  }

  /// Runs one fetch with all that was left for later. Returns its steps and its result in words.
  private func run(
    _ switches: Switches, _ situation: Situation
  ) async throws -> (course: String, result: String) {
    let service = ServiceStage()
    let stage = service.stage
    switch situation.copy {
    case .fresh: stage.store("old", of: topics, age: .seconds(1), validators: Self.validators)
    case .expired: stage.store("old", of: topics, age: .seconds(999), validators: Self.validators)
    case .missing: break
    case .unreadable: stage.loadError = .unreadable
    }
    stage.isReachable = situation.isReachable
    stage.saveError = situation.canSave ? nil : .full
    let flow = try service.flow(switches.configuration)
    switch situation.service {
    case .good: service.responses = [.success(.text("new"))]
    case .partlyBad: service.responses = [.success(.text("new,!"))]
    case .missing: service.responses = [.success(.text("", status: 404))]
    case .refusing: service.responses = [.failure(.refused)]
    case .confirming:
      // As services do: only a request with a validator can be answered with 304.
      service.respond = { request in
        request.headers["if-none-match"] == nil ? .text("new") : FetchResponse(status: 304)
      }
    }
    var result: String
    do throws(FetchError) {
      let fetched =
        situation.isFromNetwork
        ? try await flow.fetchFromNetwork(topics) : try await flow.fetch(topics)
      result = "\(fetched.value.joined()) from \(fetched.source)"
      if fetched.isStale { result += ", stale" }
      if fetched.pruned > 0 { result += ", \(fetched.pruned) pruned" }
    } catch {
      result = word(error)
    }
    await stage.runDeferred()
    return (stage.steps.map(word).joined(separator: " "), result)
  }

  private static let validators = Validators(etag: "\"1\"")

  private func word(_ step: FetchStep) -> String {
    switch step {
    case .load: "load"
    case .loaded(let isExpired): isExpired ? "expired" : "fresh"
    case .missing: "missing"
    case .loadFailed: "unloadable"
    case .unreachable: "unreachable"
    case .request(let attempt): "request\(attempt)"
    case .received: "received"
    case .confirmed: "confirmed"
    case .pruned: "pruned"
    case .requestFailed(_, let pause): pause == nil ? "failed" : "retry"
    case .servedStale: "stale"
    case .save: "save"
    case .saved: "saved"
    case .saveFailed: "unsaved"
    case .saveDeferred: "later"
    case .joined, .tookOver, .superseded: "unexpected"
    }
  }

  private func word(_ error: FetchError) -> String {
    switch error {
    case .server: "server error"
    case .noConnectivity: "no connectivity"
    case .persistence: "persistence error"
    case .parser: "parser error"
    case .cancelled: "cancelled"
    }
  }
}

/// One combination of the six switches.
struct Switches: Hashable, CustomStringConvertible {
  var enabled = false
  var using = false
  var waits = false
  var fails = false
  var checks = false
  var prunes = false

  static let all: [Switches] = {
    var all = [Switches()]
    let switches: [WritableKeyPath<Switches, Bool>] = [
      \.enabled, \.using, \.waits, \.fails, \.checks, \.prunes,
    ]
    for path in switches {
      for var switches in all {
        switches[keyPath: path] = true
        all.append(switches)
      }
    }
    return all
  }()

  var configuration: FetchConfiguration {
    var configuration = FetchConfiguration(
      persistenceConfiguration: enabled ? .enabled(path: "copies") : .disabled)
    configuration.usingPersistence = using
    configuration.shouldWaitForSaveToPersistence = waits
    configuration.shouldFailWhenSaveToPersistenceFails = fails
    configuration.shouldCheckReachability = checks
    configuration.shouldPrune = prunes
    return configuration
  }

  var description: String {
    let names = [
      (enabled, "enabled"), (using, "using"), (waits, "waits"), (fails, "fails"),
      (checks, "checks"), (prunes, "prunes"),
    ]
    return "[\(names.filter(\.0).map(\.1).joined(separator: " "))]"
  }
}

/// What a fetch meets.
struct Situation {
  enum Copy: CaseIterable { case fresh, expired, missing, unreadable }
  enum Service: CaseIterable { case good, confirming, partlyBad, missing, refusing }

  let isFromNetwork: Bool
  let copy: Copy
  let isReachable: Bool
  let service: Service
  let canSave: Bool

  static let all = [true, false].flatMap { isFromNetwork in
    Copy.allCases.flatMap { copy in
      [true, false].flatMap { isReachable in
        Service.allCases.flatMap { service in
          [true, false].map { canSave in
            Situation(
              isFromNetwork: isFromNetwork, copy: copy, isReachable: isReachable,
              service: service, canSave: canSave)
          }
        }
      }
    }
  }
}

/// What is to happen, composed from a table for each part of a fetch.
struct ExpectedCourse {
  let course: String
  let result: String

  private static let loading: [Situation.Copy: String] = [
    .fresh: "load fresh", .expired: "load expired", .missing: "load missing",
    .unreadable: "load unloadable",
  ]

  /// Whether the service gets a validator, and whether it prunes, decides between these.
  private static let exchanges:
    [Situation.Service: (course: String, result: String, strictly: String, conditionally: String)] =
      [
        .good: ("received", "new from network", "new from network", "new from network"),
        .confirming: ("received", "new from network", "new from network", "old from confirmed"),
        .partlyBad: (
          "pruned received", "new from network, 1 pruned", "parser error",
          "new from network, 1 pruned"
        ),
        .missing: ("failed", "server error", "server error", "server error"),
        .refusing: ("failed", "no connectivity", "no connectivity", "no connectivity"),
      ]

  /// By whether the fetch waits, whether it fails with the store, and whether the store can save.
  private static let saving: [[Bool]: (course: String, error: String?)] = [
    [true, true, true]: ("save saved", nil),
    [true, true, false]: ("save unsaved", "persistence error"),
    [true, false, true]: ("save saved", nil),
    [true, false, false]: ("save unsaved", nil),
    [false, true, true]: ("later save saved", nil),
    [false, true, false]: ("later save unsaved", nil),
    [false, false, true]: ("later save saved", nil),
    [false, false, false]: ("later save unsaved", nil),
  ]

  init(_ switches: Switches, _ situation: Situation) {
    let stores = switches.enabled && switches.using
    let loads = stores && !situation.isFromNetwork
    let loading = loads ? [Self.loading[situation.copy]!] : []
    if loads, situation.copy == .fresh {
      (course, result) = (loading[0], "old from store")
      return
    }
    let hasExpired = loads && situation.copy == .expired
    if switches.checks, !situation.isReachable {
      course = (loading + ["unreachable"] + (hasExpired ? ["stale"] : [])).joined(separator: " ")
      result = hasExpired ? "old from store, stale" : "no connectivity"
      return
    }
    let row = Self.exchanges[situation.service]!
    var exchange = "request1 \(row.course)"
    var outcome = row.result
    if hasExpired, situation.service == .confirming { exchange = "request1 confirmed" }
    if hasExpired { outcome = row.conditionally }
    if !switches.prunes, situation.service == .partlyBad {
      (exchange, outcome) = ("request1 failed", row.strictly)
    }
    var steps = loading + [exchange]
    if outcome.hasPrefix("new") || outcome.hasPrefix("old") {
      if stores {
        let saving = Self.saving[[switches.waits, switches.fails, situation.canSave]]!
        steps.append(saving.course)
        outcome = saving.error ?? outcome
      }
    } else if hasExpired, situation.service == .refusing {
      steps.append("stale")
      outcome = "old from store, stale"
    }
    course = steps.joined(separator: " ")
    result = outcome
  }
}
