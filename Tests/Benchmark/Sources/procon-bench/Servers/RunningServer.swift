internal import Glibc

/// A server started for one measurement. On release, it is killed and its files are removed.
final class RunningServer {
  let address: Address
  let process: Child
  private let name: String
  private let directory: ServerDirectory
  /// Maximum time until it listens, in milliseconds.
  private static let patience = 15_000

  /// Starts it and waits until it listens.
  init(_ contender: any Contender, on processors: [Int]) throws(Failure) {
    name = contender.name
    directory = try ServerDirectory()
    let launch = try contender.launch(in: directory)
    address = launch.address
    let log = directory.file("log")
    process = try Child(launch.program, launch.arguments, on: processors, log: log)
    try waitUntilItListens()
  }

  deinit {
    // Before its directory is removed.
    process.end()
  }

  private func waitUntilItListens() throws(Failure) {
    let deadline = MonotonicTime.now + Self.patience * 1_000_000
    while process.isRunning, MonotonicTime.now < deadline {
      try Interruption.check()
      if let descriptor = try? address.connect() {
        Descriptor.close(descriptor)
        return
      }
      MonotonicTime.pass(milliseconds: 2)
    }
    let lines = TextFile.contents(of: directory.file("log"))?.split(separator: "\n") ?? []
    throw .notListening(server: name, log: lines.last.map(String.init) ?? "")
  }
}

/// A temporary directory for the files and the socket of a server, removed with them on release.
final class ServerDirectory {
  let path: String

  init() throws(Failure) {
    // Not TMPDIR, which may be long: a socket's path has at most 107 bytes. mkdtemp(3) replaces the
    // six letters at the end.
    let letters = String(repeating: "X", count: 6)
    var template = Array("\(P_tmpdir)/procon-bench.\(letters)".utf8CString)
    guard mkdtemp(&template) != nil else { throw .system("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  private static func remove(_ path: String) {
    for name in TextFile.names(in: path) {
      let file = "\(path)/\(name)"
      if unlink(file) != 0 { remove(file) }
    }
    rmdir(path)
  }
}
