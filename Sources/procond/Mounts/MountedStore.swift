internal import Domain
internal import Logging
internal import MemoryPlatform
internal import SQLitePlatform
internal import UVLoop

/// A store that a mount shows, and what belongs to it.
@LoopActor
struct MountedStore {
  typealias Gateway = any ArgumentsGateway & HistoryGateway & PostsGateway & TopicsGateway

  let gateway: Gateway
  private var watch: SQLiteWatch?
  private var database: SQLiteGateway?

  /// - Parameters:
  ///   - directory: to which paths are relative.
  ///   - logger: for what does not work as well as it should.
  init(_ setting: MountSetting, in directory: String, _ logger: Logger) {
    let initial = { @Sendable in Self.initialBoards(under: setting.root) }
    switch setting.source {
    case .memory: gateway = MemoryGateway(boards: initial())
    case .sqlite(let path):
      let path = path.hasPrefix("/") ? path : "\(directory)/\(path)"
      let database = SQLiteGateway(path: path, initial: initial)
      gateway = database
      self.database = database
      watch = SQLiteWatch(database, path: path) { error in
        logger.warning(
          "\(setting.root): what other programs change in \(path) is noticed late: \(error)")
      }
    }
  }

  /// The topics of a new store: the built-in one, where people look first.
  private nonisolated static func initialBoards(under root: String) -> [Board] {
    root == "topics" ? [BuiltInTopic.board(at: .now)] : []
  }

  /// Returns once everything is in its place.
  func close() async {
    await database?.close()
  }
}
