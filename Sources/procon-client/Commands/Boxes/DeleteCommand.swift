internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import UVLoop

struct DeleteCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete boxes under 'shared.'.",
    discussion: """
      Prints the revision, such as {"revision":44}. Up to \(ProtocolLimits.changes) boxes are \
      deleted in one revision, all of them or none; more are deleted that many at a time. A \
      pattern deletes the boxes that match it now:
        procon-client delete shared.weather.now
        procon-client delete shared.build.state shared.build.time
        procon-client delete 'shared.build.**'
      """)

  @Argument(
    help: "Paths, or patterns with * and **.", completion: .sharedBoxes,
    transform: Pattern.argument)
  var patterns: [Pattern]

  @OptionGroup var condition: RevisionCondition
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// Another client may delete a box that matches a pattern before this one does.
  private static let attempts = 10

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    var attempt = 1
    while true {
      do throws(Failure) {
        return context.print(try await delete(in: context, over: connection))
      } catch {
        guard case .refused(let refusal, _, _) = error, refusal.code == notFound, hasPattern,
          attempt < Self.attempts
        else { throw error }
        attempt += 1
      }
    }
  }

  private var hasPattern: Bool { patterns.contains { $0.path == nil } }
  private var notFound: Int { RequestError.Code.notFound.rawValue }

  /// - Returns: the daemon's last answer.
  @LoopActor
  private func delete(
    in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> JSONText {
    var rest = try await paths(in: context, over: connection)[...]
    var answer = JSONText.null
    while !rest.isEmpty {
      let changes = rest.prefix(ProtocolLimits.changes).map {
        DeleteBox(box: $0, ifRevision: condition.ifRevision)
      }
      rest = rest.dropFirst(changes.count)
      answer = try await context.call(
        DeleteBox.method, SharedBoxChanges(changes).parameters, over: connection)
    }
    return answer
  }

  /// The boxes to delete, each once: those named by path, and those that match a pattern.
  @LoopActor
  private func paths(
    in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> [Path] {
    var paths = patterns.compactMap(\.path)
    for pattern in patterns where pattern.path == nil {
      let result = try await context.call(
        Discover.method, Discover(patterns: [pattern]).parameters, over: connection)
      let names = result["x-boxes"]?.members?.map(\.name) ?? []
      let found = names.compactMap { Path($0) }.filter { $0.isUnder("shared") }
      guard !found.isEmpty else { throw .noBox(pattern) }
      paths += found
    }
    var known: Set<Path> = []
    return paths.filter { known.insert($0).inserted }
  }
}
