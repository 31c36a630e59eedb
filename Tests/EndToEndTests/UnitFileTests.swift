import BoxWire
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The units, checked with systemd's own tools and against the daemon.
@Suite(.blocking) struct UnitFileTests {
  private let user = TestUser()

  @Test(arguments: ["system", "user"])
  func `systemd reports no fault in the units`(_ manager: String) throws {
    let files = try copies(of: manager)
    let verify = try user.start(
      "/usr/bin/systemd-analyze", ["--\(manager)", "verify", "--man=no"] + files)
    expect(try verify.waitForEnd(), equals: .exited(0), "\(verify.errors)")
    expect(verify.output + verify.errors, equals: "")
  }

  @Test func `the exposure score of the system services is at most 1.5`() throws {
    let services = try copies(of: "system").filter { $0.hasSuffix(".service") }
    try require(services.count == 2)
    expect(try exposure(of: services[0]) <= 1.5)
    let service = services[1]
    let score = try exposure(of: service)
    expect(score <= 1.5)
    // With what the README adds for services over HTTP.
    mkdir("\(service).d", 0o700)
    let dropIn = try Readme.block(after: "## Boards of a service", "ini")
    try write(dropIn + "\n", to: "\(service).d/override.conf")
    let networked = try exposure(of: service)
    expect(networked > score)
    expect(networked <= 1.5)
  }

  /// The exposure score of a service, as systemd computes it: from 0.0, the best one, to 10.0.
  private func exposure(of service: String) throws -> Double {
    let security = try user.start(
      "/usr/bin/systemd-analyze", ["security", "--offline=true", "--no-pager", service])
    expect(try security.waitForEnd(), equals: .exited(0), "\(security.output)\(security.errors)")
    let score = /Overall exposure level for procon(?:d|-web).service: (\d+\.\d)/
    let match = try require(security.output.firstMatch(of: score))
    return try require(Double(match.1))
  }

  @Test func `a service can be asked over the network only with what the README adds`() throws {
    let unit = try lines("system/procond.service")
    expect(unit.contains("RestrictAddressFamilies=AF_UNIX"))
    expect(unit.contains("PrivateNetwork=yes"))
    expect(unit.contains("IPAddressDeny=any"))
    let dropIn = try Readme.block(after: "## Boards of a service", "ini").split(separator: "\n")
    expect(
      Set(dropIn),
      equals: [
        "[Service]", "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6", "PrivateNetwork=no",
        "IPAddressDeny=", "LoadCredential=news:/etc/procon/news.token",
      ])
  }

  @Test func `the web gateway cannot open a connection to the network`() throws {
    let unit = try lines("system/procon-web.service")
    expect(unit.contains("RestrictAddressFamilies=AF_UNIX"))
    expect(unit.contains("PrivateNetwork=yes"))
    // It is in the daemon's group, and cannot become the daemon.
    expect(unit.contains("User=procon-web"))
    expect(unit.contains("SupplementaryGroups=procon"))
    expect(try lines("system/procon-web.socket").contains("ListenStream=127.0.0.1:8080"))
  }

  @Test func `the user and the group are created by sysusers`() throws {
    mkdir(user.directory.file("etc"), 0o755)
    let sysusers = try user.start(
      "/usr/bin/systemd-sysusers",
      ["--root=\(user.directory.path)", "\(SourceTree.root)/systemd/sysusers.d/procon.conf"])
    expect(try sysusers.waitForEnd(), equals: .exited(0), "\(sysusers.errors)")
    let users = try require(contents(of: user.directory.file("etc/passwd")))
    expect(users.contains(/(?m)^procon:.*:\/var\/lib\/procon:.*nologin$/), "\(users)")
    let groups = try require(contents(of: user.directory.file("etc/group")))
    expect(groups.contains(/(?m)^procon:.*:procon-web$/), "\(groups)")
  }

  @Test func `the sockets are where the programs look for them`() throws {
    let system = try lines("system/procond.socket")
    expect(system.contains("ListenStream=\(SocketPlaces.system)"))
    expect(system.contains("SocketMode=0660"))
    expect(system.contains("SocketGroup=procon"))
    let own = SocketPlaces(environment: ["XDG_RUNTIME_DIR": "/run"], userID: 0).own
    let users = try lines("user/procond.socket")
    expect(users.contains("ListenStream=%t\(own.dropFirst("/run".count))"))
    expect(users.contains("SocketMode=0600"))
    expect(users.contains("DirectoryMode=0700"))
  }

  @Test func `the daemon can identify other users, and no other unit's directory is removed`()
    throws
  {
    for name in ["system", "user"] {
      let service = try lines("\(name)/procond.service")
      let options = name == "system" ? " --config=-/etc/procon/procond.json" : ""
      expect(service.contains("ExecStart=/usr/bin/procond\(options)"))
      expect(service.contains("Type=notify"))
      expect(!service.contains { $0.hasPrefix("RuntimeDirectory=") })
      expect(!service.contains { $0.hasPrefix("PrivateUsers=") })
      expect(service.contains("Environment=PROCON_KEEP_SHARED=true"))
      // The default limit of connections, and the descriptors reserved for other files.
      expect(service.contains("LimitNOFILE=\(16_384 + 64)"))
    }
  }

  @Test(arguments: ["system", "user"])
  func `a reload runs only the daemon's own program`(manager: String) throws {
    let service = try lines("\(manager)/procond.service")
    expect(service.contains("ExecReload=/usr/bin/procond --reload $MAINPID"))
    for line in service where line.hasPrefix("Exec") {
      expect(line.contains("=/usr/bin/procond"), "\(line)")
    }
  }

  private func lines(_ name: String) throws -> [String] {
    try require(SourceTree.text(of: "systemd/\(name)")).split(separator: "\n").map(String.init)
  }

  /// The paths of copies whose ExecStart is the program that is built here.
  private func copies(of manager: String) throws -> [String] {
    let names = SourceTree.names(in: "systemd/\(manager)")
    let web = ["procon-web.service", "procon-web.socket"]
    expect(names, equals: (manager == "system" ? web : []) + ["procond.service", "procond.socket"])
    return try names.map { name in
      let unit = try require(SourceTree.text(of: "systemd/\(manager)/\(name)"))
      let copy = user.directory.file(name)
      // The path of the program itself may have a space.
      let named = String(name.prefix { $0 != "." })
      let program = user.directory.file(named)
      symlink(builtProgram(named), program)
      try write(unit.replacing("/usr/bin/\(named)", with: program), to: copy)
      return copy
    }
  }
}
