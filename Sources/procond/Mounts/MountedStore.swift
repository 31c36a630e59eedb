internal import Domain
internal import EtcdPlatform
internal import Fetch
internal import FilePlatform
internal import Logging
internal import LoopHTTP
internal import MemoryPlatform
internal import NetworkPlatform
internal import SQLitePlatform
internal import UVLoop

/// A store that a mount shows, with its watch.
@LoopActor
struct MountedStore {
  typealias Gateway = any BoardsGateway & HistoryGateway & LiveGateway & PostsGateway
    & TopicsGateway & TrashGateway

  let gateway: Gateway
  /// The gateway if it shows copies of a service's content; otherwise nil.
  private(set) var copies: (any CopyGateway)?
  /// Detects changes by other programs; nil if there can be none.
  private var watch: AnyObject?
  private var reopenGateway: @LoopActor () async -> Void = {}
  private var closeGateway: @LoopActor () async -> Void = {}

  /// - Parameters:
  ///   - directory: the directory to which paths are relative.
  ///   - secrets: the values of headers of services.
  ///   - predecessors: ends when the stores that are being closed are.
  ///   - logger: logs what does not work as well as it should.
  init(
    _ source: MountSetting.Source, under root: String, in directory: StateDirectory,
    _ secrets: SecretValues, after predecessors: Task<Void, Never>?, _ logger: Logger
  ) {
    let initial = { @Sendable in Self.initialBoards(under: root) }
    switch source {
    case .memory: gateway = MemoryGateway(boards: initial())
    case .sqlite(let path):
      let mark = DatabaseMark(directory.path(of: "\(root).database"), name: path)
      let path = directory.path(of: path)
      let database = SQLiteGateway(path: path, mark: mark, initial: initial)
      gateway = database
      reopenGateway = { await database.reopen() }
      closeGateway = { await database.close() }
      watch = SQLiteWatch(database, path: path) { error in
        logger.warning(
          "\(root): changes to \(path) by other programs are noticed late: \(error)")
      }
    case .http(let setting):
      let client = HTTPClient(redirects: setting.redirects, readHeader: { secrets[$0] })
      let service = NetworkGateway(
        Service(setting, root: root), copies: directory.path(of: "\(root).copies"),
        cache: setting.cache, after: predecessors, ServiceConnection(client, to: setting.url),
        client: client, now: { .now }, log: { logger.warning("\(root): \($0)") })
      gateway = service
      copies = service
      closeGateway = { await service.close() }
    case .etcd(let setting):
      let cluster = setting.cluster(of: root, in: directory, secrets, logger)
      let etcd = EtcdGateway(
        cluster, prefix: setting.cluster.prefix, now: { .now }, initial: initial)
      gateway = etcd
      closeGateway = { etcd.close() }
    case .files(let path):
      let path = directory.path(of: path)
      let files = FileGateway(
        path: path, identifiers: directory.path(of: "\(root).ids"), initial: initial)
      gateway = files
      closeGateway = { await files.close() }
      watch = FileWatch(files, path: path) { error in
        logger.warning(
          "\(root): changes to \(path) by other programs are noticed late: \(error)")
      }
    }
  }

  /// The topics of a new store: the built-in one, for the root where people look first.
  private nonisolated static func initialBoards(under root: String) -> [Board] {
    root == "topics" ? [BuiltInTopic.board(at: .now)] : []
  }

  /// Uses what is there now if a program has removed or replaced files of the store.
  func reopen() async {
    await reopenGateway()
  }

  /// Returns once everything is stored.
  func close() async {
    await closeGateway()
  }
}

extension Service {
  fileprivate init(_ setting: ServiceSetting, root: String) {
    self.init(setting.url, setting.shape, root: root)
    expiry = setting.expires
    poll = setting.poll
    shouldPrune = setting.shouldPrune
    shouldCheckReachability = setting.shouldCheckReachability
    shouldWaitForSaveToPersistence = setting.shouldWaitForSaveToPersistence
    headers = setting.headers
  }
}
