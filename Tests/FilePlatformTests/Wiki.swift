import Domain
import DomainTestSupport
import Glibc
import SystemTestSupport

@testable import FilePlatform

/// A directory of documents that a gateway creates and people edit.
struct Wiki {
  let directory = TemporaryDirectory()

  var path: String { directory.file("wiki") }

  /// The directory in which identifiers are recorded.
  var identifiers: String { directory.file("ids") }

  func gateway() -> FileGateway {
    FileGateway(path: path, identifiers: identifiers) {
      [BuiltInTopic.board(at: GatewayContract.start)]
    }
  }

  func store() -> FileStore {
    FileStore(path, identifiers: identifiers, FileReports(), canExchange: nil) {
      [BuiltInTopic.board(at: GatewayContract.start)]
    }
  }

  /// - Parameter body: returns an answer.
  func change<Answer: Sendable>(
    _ body: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) -> DocumentChange<Answer, BoardError> {
    DocumentChange(missing: .noTopic(id: "ai")) { contents throws(BoardError) in
      let answer = try body(&contents.board)
      return (answer, !contents.board.takeRecords().isEmpty, nil)
    }
  }

  func file(_ id: Topic.ID) -> String { "\(path)/\(id).md" }

  func text(_ id: Topic.ID = "ai") -> String { contents(of: file(id)) ?? "" }

  func add(_ text: String, _ gateway: FileGateway) async throws {
    _ = try await gateway.update("ai") { board throws(BoardError) in
      try board.add(.pro, text: text, author: "ada", at: GatewayContract.later)
    }
  }

  func pros(_ gateway: FileGateway, _ id: Topic.ID = "ai") async throws -> [String] {
    try await gateway.board(of: id).value.pros.arguments.map(\.text)
  }

  /// Writes a document in place, dated some time ago.
  func edit(_ id: Topic.ID = "ai", _ text: String) throws {
    try write(text, to: file(id))
    settle(file(id))
  }

  /// Writes a document in place with a date in the future, so that only a monotonic clock shows its
  /// age.
  func begin(_ id: Topic.ID, _ text: String) throws {
    try write(text, to: file(id))
    shift(file(id), by: 3600)
  }

  /// Dates a file some time ago, with another date each time.
  func settle(_ path: String) {
    shift(path, by: -10)
  }

  private func shift(_ path: String, by seconds: Int) {
    var status = stat()
    stat(path, &status)
    var times = [status.st_atim, status.st_mtim]
    times[1].tv_sec += seconds
    utimensat(AT_FDCWD, path, times, 0)
  }

  /// Looks until all files are calm. For a moment, a process that another test starts has a copy of the
  /// descriptor with which a file was just written.
  func lookUntilCalm(_ store: inout FileStore, _ directory: FileDirectory) throws {
    while try store.check(nil, directory) != nil { poll(nil, 0, 1) }
  }

  /// Looks as often as the gateway requires.
  func lookUntilCalm(_ gateway: FileGateway) async throws {
    while true {
      switch await gateway.check() {
      case .calm: return
      case .wait(let time): try await Task.sleep(for: time)
      case .failed: throw StoreError.unavailable(reason: path)
      }
    }
  }

  /// The sentences of the current faults.
  func faults(_ gateway: FileGateway) async -> [String]? {
    var faults = gateway.faults().makeAsyncIterator()
    return await faults.next(isolation: #isolation)?.map(\.sentence)
  }

  func mode(_ id: Topic.ID) throws -> mode_t {
    var status = stat()
    stat(file(id), &status)
    return status.st_mode & 0o7777
  }
}

extension FileGateway.CheckResult {
  var isCalm: Bool {
    if case .calm = self { true } else { false }
  }

  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }

  /// The time after which to look again; nil if there is no need.
  var wait: Duration? {
    if case .wait(let time) = self { time } else { nil }
  }
}
