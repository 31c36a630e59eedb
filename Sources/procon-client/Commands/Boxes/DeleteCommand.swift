internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct DeleteCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete boxes under 'shared.'.",
    usage: "procon-client delete [<options>] <pattern> ...",
    discussion: """
      In a pipe, prints the revision, such as {"revision":44}. Up to \(ProtocolLimits.changes) boxes are \
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
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// Another client may delete a box that matches a pattern before this one does.
  private static let attempts = 10

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    var rest = try await boxes(in: context, over: connection)
    guard !rest.isEmpty else { return }
    var deleted: [Path] = []
    var answer = JSONText.null
    var attempt = 1
    while !rest.isEmpty {
      let changes = rest.prefix(ProtocolLimits.changes).map {
        DeleteBox(box: $0, ifRevision: condition.ifRevision)
      }
      do throws(Failure) {
        answer = try await context.call(
          DeleteBox.method, SharedBoxChanges(changes).parameters, over: connection)
        deleted += rest.prefix(changes.count)
        rest.removeFirst(changes.count)
      } catch {
        guard error.isNotFound, attempt < Self.attempts else { throw error }
        attempt += 1
        let left = try await withoutDeleted(rest, in: context, over: connection)
        // One that was named by its path does not exist.
        guard left.count < rest.count else { throw error }
        rest = left
      }
    }
    context.print(answer, as: answer.sentence("Deleted", deleted))
  }

  /// The boxes to delete, each once: those named by path, and those that match a pattern.
  @LoopActor
  private func boxes(
    in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> [Path] {
    var boxes = patterns.compactMap(\.path)
    for pattern in patterns where pattern.path == nil {
      let found = try await matches(of: pattern, in: context, over: connection)
      guard !found.isEmpty else { throw .noBox(pattern) }
      boxes += found
    }
    var known: Set<Path> = []
    return boxes.filter { known.insert($0).inserted }
  }

  /// The boxes without those that no longer match any pattern, and were not named by path.
  @LoopActor
  private func withoutDeleted(
    _ boxes: [Path], in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> [Path] {
    var existing = Set(patterns.compactMap(\.path))
    for pattern in patterns where pattern.path == nil {
      existing.formUnion(try await matches(of: pattern, in: context, over: connection))
    }
    return boxes.filter(existing.contains)
  }

  @LoopActor
  private func matches(
    of pattern: Pattern, in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> [Path] {
    let result = try await context.call(
      Discover.method, Discover(patterns: [pattern]).parameters, over: connection)
    let names = result["x-boxes"]?.members?.map(\.name) ?? []
    return names.compactMap { Path($0) }.filter { $0.isUnder("shared") }
  }
}
