import Expectations
import Fetch
import Testing

/// Saving with and without a fetch that waits for it.
struct SavingTests {
  private let stage = FlowStage()
  private let later = FetchConfiguration.savingLater

  @Test func `a fetch waits by default until the copy is saved, and throws the error of saving`()
    async
  {
    expect(FlowStage.configuration.shouldWaitForSaveToPersistence)
    expect(FlowStage.configuration.shouldFailWhenSaveToPersistenceFails)
    stage.saveError = .full
    await #expect(throws: FetchError.full) { try await stage.flow().fetch(topics) }
    expect(stage.steps.suffix(2), equals: [.save, .saveFailed(.full)])
  }

  @Test func `the error of saving can be left to the observer`() async throws {
    var configuration = FlowStage.configuration
    configuration.shouldFailWhenSaveToPersistenceFails = false
    stage.saveError = .full
    expect(try await stage.flow(configuration).fetch(topics).value, equals: "new")
    expect(stage.steps.suffix(2), equals: [.save, .saveFailed(.full)])
  }

  @Test func `a fetch that does not wait leaves saving to the owner of the flow`() async throws {
    expect(try await stage.flow(later).fetch(topics).value, equals: "new")
    expect(stage.steps.last, equals: .saveDeferred)
    expect(stage.saves.isEmpty)
    await stage.runDeferred()
    expect(stage.saves.map(\.value), equals: ["new"])
    expect(stage.steps.suffix(2), equals: [.save, .saved])
  }

  @Test func `an error of saving that no fetch waits for is reported to the observer`() async throws
  {
    stage.saveError = .full
    expect(try await stage.flow(later).fetch(topics).value, equals: "new")
    await stage.runDeferred()
    expect(stage.steps.suffix(2), equals: [.save, .saveFailed(.full)])
  }

  @Test func `of several copies that wait to be saved, only the newest is saved`() async throws {
    let flow = stage.flow(later)
    stage.answers = ["1", "2"].map { .success(.value($0)) }
    _ = try await flow.fetchFromNetwork(topics)
    _ = try await flow.fetchFromNetwork(topics)
    await stage.runDeferred()
    expect(stage.saves.map(\.value), equals: ["2"])
  }

  @Test func `a copy that arrives while an older one is being saved is saved after it`()
    async throws
  {
    let flow = stage.flow(later)
    let (stage, save) = (stage, flow.save)
    stage.answers = ["1", "2"].map { .success(.value($0)) }
    flow.save = { copy, resource async throws(FetchError) in
      if copy.value == "1" {
        _ = try await flow.fetchFromNetwork(topics)
        await stage.runDeferred()
        expect(stage.saves.isEmpty)
      }
      try await save(copy, resource)
    }
    _ = try await flow.fetchFromNetwork(topics)
    await stage.runDeferred()
    expect(stage.saves.map(\.value), equals: ["1", "2"])
    flow.save = save
  }

  @Test func `what waits to be saved is dropped when something is changed`() async throws {
    let flow = stage.flow(later)
    _ = try await flow.fetchFromNetwork(topics)
    _ = try await flow.fetchFromNetwork(Resource(path: "topics", method: .post))
    expect(stage.count(of: .superseded), equals: 1)
    await stage.runDeferred()
    expect(stage.saves.isEmpty)
  }
}

/// Saving in a task of the flow's owner.
@Suite(.timeLimit(.minutes(10))) struct OwnerTests {
  @MainActor @Test func `the owner of a flow can run what is left for later in a task of its own`()
    async throws
  {
    let stage = FlowStage()
    stage.environment.later = { work in Task { await work() } }
    _ = try await stage.flow(.savingLater).fetch(topics)
    await stage.reach(.saved)
    expect(stage.saves.map(\.value), equals: ["new"])
  }
}

extension FetchConfiguration {
  static var savingLater: FetchConfiguration {
    var configuration = FlowStage.configuration
    configuration.shouldWaitForSaveToPersistence = false
    return configuration
  }
}
