/// A server that was started for one measurement. It ends, and its files go, on release.
final class RunningServer {
  let address: Address
  let account: ProcessAccount
  private let name: String
  private let directory: ServerDirectory
  private let child: Child
  /// How long it may take to listen, in milliseconds.
  private static let patience = 15_000

  /// Starts it and waits until it listens.
  init(_ contender: any Contender, on processors: [Int]) throws(Failure) {
    name = contender.name
    directory = try ServerDirectory()
    let launch = try contender.launch(in: directory)
    address = launch.address
    child = try Child(launch.program, launch.arguments, on: processors, log: directory.file("log"))
    account = child.account
    do throws(Failure) {
      try waitUntilItListens()
    } catch {
      child.end()
      throw error
    }
  }

  deinit {
    child.end()
  }

  private func waitUntilItListens() throws(Failure) {
    let deadline = MonotonicTime.now + Self.patience * 1_000_000
    while child.isRunning, MonotonicTime.now < deadline {
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
