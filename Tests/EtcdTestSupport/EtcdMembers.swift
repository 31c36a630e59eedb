internal import Glibc
internal import Synchronization
internal import SystemTestSupport

/// A cluster of etcd on loopback, with a process for each member. They end when this object is
/// released, and at the end of the tests, at the latest.
package final class EtcdMembers: Sendable {
  /// The URL of each member for its clients, such as `http://127.0.0.1:20000`.
  package let urls: [String]
  private let directory: TemporaryDirectory
  private let commands: [[String]]
  private let tls: EtcdTLS?
  /// Those that have not been killed, by their index.
  private let running = Mutex<[Int: GuardedProcess]>([:])
  /// The proxy of each member; empty without proxies.
  private let proxies: [GuardedProcess]

  /// Starts members, and waits until they serve.
  ///
  /// - Parameters:
  ///   - count: 1 or 3.
  ///   - tls: for their clients; nil for HTTP.
  ///   - options: further ones of etcd(1), for each member.
  ///   - areProxied: whether members can be cut off, by a proxy before each of them.
  /// - Throws: `EtcdFailure` with what they have written.
  package init(
    _ count: Int = 1, tls: EtcdTLS? = nil, options: [String] = [], areProxied: Bool = false
  ) async throws {
    // In memory if possible: each change is written to disk before it is acknowledged.
    directory = TemporaryDirectory(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
    self.tls = tls
    let (path, extra) = (directory.path, options + (tls?.options ?? []))
    let scheme = tls == nil ? "http" : "https"
    let started = try await onOwnThread {
      var attempts = 0
      while true {
        let addresses = addresses(of: count, scheme, areProxied: areProxied)
        let urls = addresses.map(\.client.url)
        attempts += 1
        let commands = addresses.indices.map { index in
          arguments(index, addresses, in: "\(path)/\(attempts)-\(index)") + extra
        }
        do {
          let proxies = try areProxied ? addresses.map { try proxy(before: $0, path) } : []
          let members = try commands.map { try GuardedProcess("etcd", $0, removing: path) }
          try waitUntilHealthy(urls, tls, members)
          return (urls, commands, members, proxies)
        } catch let failure as EtcdFailure where failure.isOfPort && attempts < 10 {
          // Another program listens on a port by now.
        }
      }
    }
    (urls, commands, proxies) = (started.0, started.1, started.3)
    running.withLock { running in
      for (index, process) in started.2.enumerated() { running[index] = process }
    }
  }

  private static let sharedStart = Mutex<Task<EtcdMembers, any Error>?>(nil)

  /// The cluster of one member that all tests of this process share, each under a prefix of its own.
  package static func shared() async throws -> EtcdMembers {
    let start = sharedStart.withLock { start in
      let task = start ?? Task { try await EtcdMembers() }
      start = task
      return task
    }
    return try await start.value
  }

  /// Ends a member as a failure does, with SIGKILL. Its data stay.
  package func kill(_ index: Int) {
    // Released, and thus waited for, outside the lock.
    _ = running.withLock { $0.removeValue(forKey: index) }
  }

  /// Stops a member with SIGSTOP: its connections stay, and nothing answers.
  package func freeze(_ index: Int) {
    running.withLock { $0[index]?.process.signal(SIGSTOP) }
  }

  /// Lets a member continue that was frozen.
  package func thaw(_ index: Int) {
    running.withLock { $0[index]?.process.signal(SIGCONT) }
  }

  /// How a member is cut off: nothing reaches those that connect to it, neither its clients nor the
  /// other members. Connections that it makes itself work.
  package enum Cut: Sendable {
    /// What is sent waits.
    case hold
    /// Connections are closed, as are new ones.
    case drop
  }

  /// - Precondition: the members are proxied.
  package func cut(_ index: Int, _ cut: Cut) {
    proxies[index].process.signal(cut == .hold ? SIGUSR1 : SIGUSR2)
  }

  /// Ends a cut.
  package func rejoin(_ index: Int) {
    proxies[index].process.signal(SIGHUP)
  }

  /// Starts a member that was killed, with its data and ports, and waits until it serves, for which
  /// a majority must run.
  package func restart(_ index: Int) async throws {
    let (command, url, path) = (commands[index], urls[index], directory.path)
    let process = try await onOwnThread { [tls] in
      let process = try GuardedProcess("etcd", command, removing: path)
      try waitUntilHealthy([url], tls, [process])
      return process
    }
    running.withLock { $0[index] = process }
  }

  /// The index of the member that leads. Waits for an election if there is none.
  package func leader() async throws -> Int {
    let indices = running.withLock { $0.keys.sorted() }
    let (urls, tls) = (urls, tls)
    return try await onOwnThread {
      var leader: Int?
      try waitUntil("one of the members leads") {
        leader = indices.first { index in
          let status = try? etcdctl(["endpoint", "status"], [urls[index]], tls)
          // Endpoint, id, version, size, whether it leads, …
          return status?.split(separator: ", ").dropFirst(4).first == "true"
        }
        return leader != nil
      }
      guard let leader else { throw EtcdFailure(description: "no leader") }
      return leader
    }
  }

  /// Lets the cluster forget what was there before a revision.
  ///
  /// - Parameter index: the member that is asked.
  package func compact(at revision: Int, through index: Int) async throws {
    try await onOwnThread { [urls, tls] in
      try waitUntil("the cluster is compacted") {
        do {
          try etcdctl(["compact", "\(revision)"], [urls[index]], tls)
          return true
        } catch let failure as EtcdFailure {
          // During an election, it fails, and may have been done.
          return failure.description.contains("has been compacted")
        }
      }
    }
  }

  /// Runs etcdctl(1), on all members.
  ///
  /// - Returns: what it writes to its standard output.
  /// - Throws: `EtcdFailure` if it fails.
  @discardableResult
  package func control(_ arguments: [String]) async throws -> String {
    try await onOwnThread { [urls, tls] in try etcdctl(arguments, urls, tls) }
  }
}

/// How the members of a cluster prove who they are, and how their clients do.
package struct EtcdTLS: Sendable {
  /// The certificate of the members and its key, in PEM format.
  package let certificate: String
  package let key: String
  /// What signs the certificate that each client must have, which is the members' own for
  /// etcdctl(1); nil if clients need none.
  package let authorities: String?

  package init(certificate: String, key: String, authorities: String? = nil) {
    self.certificate = certificate
    self.key = key
    self.authorities = authorities
  }

  fileprivate var options: [String] {
    ["--cert-file", certificate, "--key-file", key]
      + (authorities.map { ["--trusted-ca-file", $0, "--client-cert-auth"] } ?? [])
  }
}

/// etcd(1) or etcdctl(1) failed.
package struct EtcdFailure: Error, CustomStringConvertible {
  package let description: String

  fileprivate var isOfPort: Bool { description.contains("address already in use") }
}

/// A process, with another one that ends it when the tests end without doing so.
private final class GuardedProcess: Sendable {
  let process: ChildProcess
  private let guardian: ChildProcess

  /// - Parameters:
  ///   - program: the name of one of the system's.
  ///   - path: the directory to remove when the tests end without doing so.
  init(_ program: String, _ arguments: [String], removing path: String) throws {
    process = try ChildProcess("/usr/bin/\(program)", arguments)
    guardian = try ChildProcess(
      "/bin/sh",
      [
        "-c", "while kill -0 $1; do sleep 1; done; kill -9 $2; rm -rf \"$3\"", "sh",
        String(getpid()), String(process.processID), path,
      ])
  }
}

/// Where a member listens, and where others connect to it.
private struct Address {
  let scheme: String
  let listening: Int
  let connecting: Int

  var url: String { "\(scheme)://127.0.0.1:\(connecting)" }
  var listeningURL: String { "\(scheme)://127.0.0.1:\(listening)" }
}

private typealias MemberAddress = (client: Address, peer: Address)

/// - Parameter scheme: that of the URLs for clients.
private func addresses(
  of count: Int, _ scheme: String, areProxied: Bool
) -> [MemberAddress] {
  let ports = freePorts(areProxied ? 4 * count : 2 * count)
  let connecting = areProxied ? Array(ports[(2 * count)...]) : ports
  return (0..<count).map { index in
    (
      Address(scheme: scheme, listening: ports[index], connecting: connecting[index]),
      Address(
        scheme: "http", listening: ports[count + index], connecting: connecting[count + index])
    )
  }
}

/// Starts a proxy, and waits until it listens.
private func proxy(before address: MemberAddress, _ path: String) throws -> GuardedProcess {
  let pairs = [address.client, address.peer].map { "\($0.connecting):\($0.listening)" }
  let script = "\(SourceTree.root)/Tests/EtcdTestSupport/proxy.py"
  let proxy = try GuardedProcess("python3", [script] + pairs, removing: path)
  try proxy.process.waitForOutput()
  return proxy
}

private func arguments(_ index: Int, _ members: [MemberAddress], in path: String) -> [String] {
  let cluster = members.enumerated().map { "member\($0)=\($1.peer.url)" }.joined(separator: ",")
  let (client, peer) = members[index]
  return [
    "--name", "member\(index)", "--data-dir", path,
    "--listen-client-urls", client.listeningURL, "--advertise-client-urls", client.url,
    "--listen-peer-urls", peer.listeningURL, "--initial-advertise-peer-urls", peer.url,
    "--initial-cluster", cluster, "--heartbeat-interval", "50", "--election-timeout", "500",
    "--logger", "zap", "--log-level", "error",
  ]
}

/// Blocks until all answer, for which they have elected a leader.
private func waitUntilHealthy(
  _ urls: [String], _ tls: EtcdTLS?, _ members: [GuardedProcess]
) throws {
  try waitUntil("the members of etcd serve") {
    for member in members where Glibc.kill(member.process.processID, 0) < 0 {
      throw EtcdFailure(description: member.process.standardError)
    }
    do {
      try etcdctl(["endpoint", "health"], urls, tls)
      return true
    } catch let failure as EtcdFailure {
      // It has users, and etcdctl(1) is none.
      return failure.description.contains("user name is empty")
    }
  }
}

@discardableResult
private func etcdctl(_ arguments: [String], _ urls: [String], _ tls: EtcdTLS?) throws -> String {
  var options = ["--endpoints", urls.joined(separator: ",")]
  if let tls {
    options += ["--cacert", tls.certificate, "--cert", tls.certificate, "--key", tls.key]
  }
  let process = try ChildProcess(
    "/usr/bin/etcdctl", options + arguments, environment: ["ETCDCTL_API": "3"])
  guard try process.waitForEnd() == .exited(0) else {
    throw EtcdFailure(description: process.standardError)
  }
  return process.standardOutput
}

/// Returns ports of loopback that nobody listens on, below those that the kernel gives to outgoing
/// connections.
private func freePorts(_ count: Int) -> [Int] {
  var ports: [Int] = []
  while ports.count < count {
    let port = Int.random(in: 10_000..<32_768)
    if !ports.contains(port), isFree(port) { ports.append(port) }
  }
  return ports
}

private func isFree(_ port: Int) -> Bool {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  return withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}
