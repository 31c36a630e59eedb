import BoxWireTestSupport
import Expectations
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing

/// `procon-web` for people who log in, on a daemon that trusts it.
@Suite(.blocking) struct WebServiceTests {
  private let user = TestUser()
  private let files: GatewayFiles

  init() throws {
    files = try GatewayFiles()
  }

  /// Starts the gateway, and returns a browser without a cookie.
  private func start(
    _ daemon: DaemonProcess, _ settings: String = ""
  ) throws -> (gateway: UserProcess, browser: WebBrowser) {
    let gateway = try user.start("procon-web", ["--config", try files.gateway(daemon, settings)])
    let line = try gateway.nextLine()
    let port = try require(line.firstMatch(of: /on 127\.0\.0\.1:(\d+)$/)?.1, "\(line)")
    return (gateway, WebBrowser(port: try require(UInt16(port))))
  }

  /// Runs a gateway that does not start.
  private func failure(_ daemon: DaemonProcess, _ settings: String = "") throws -> String {
    let gateway = try user.start("procon-web", ["--config", try files.gateway(daemon, settings)])
    let end = try gateway.waitForEnd()
    return "\(end): \(gateway.errors)"
  }

  // MARK: Who gets in

  @Test func `people see nothing but the login until they have logged in`() throws {
    let daemon = try files.start()
    let (gateway, browser) = try start(daemon)
    for path in ["/", "/topics/ai", "/feed", "/awaiting", "/call/topics.create", "/live/x", "/x"] {
      let answer = try browser.get(path)
      expect(answer.status, equals: 303, "\(path)")
      expect(answer.header("location")?.hasPrefix("/login?return=%2F"), equals: true, "\(path)")
      expect(!answer.body.contains("Artificial"))
    }
    let form = try browser.post("/call/topics.ai.pros.add", [("text", "New")])
    expect(form.status, equals: 403)
    expect(try browser.logIn("ada", "wrong").status, equals: 403)
    let wrong = try browser.logIn("ada", "wrong")
    expect(wrong.body.contains("name=\"name\" value=\"ada\""))
    expect(!wrong.body.contains("wrong\""))
    let answer = try browser.logIn("bob", "enchantress", to: "/topics/ai?x=1")
    expect(answer.status, equals: 303)
    expect(answer.header("location"), equals: "/topics/ai?x=1")
    expect(answer.header("set-cookie")?.hasSuffix("; HttpOnly; SameSite=Lax; Path=/"), equals: true)
    let page = try browser.get("/topics/ai")
    expect(page.status, equals: 200)
    expect(page.body.contains("<span>bob</span>"))
    _ = gateway
  }

  @Test func `the daemon's policy decides, and what is written has the person's name`() throws {
    let daemon = try files.start()
    let (gateway, ada) = try start(daemon)
    let bob = WebBrowser(port: ada.port)
    try require(try ada.logIn("ada", "enchantress").status == 303)
    try require(try bob.logIn("bob", "enchantress").status == 303)
    expect(try ada.post("/call/topics.ai.pros.add", [("text", "By ada")]).status, equals: 303)
    expect(try ada.get("/topics/ai").body.contains("data-by=\"ada\""))
    expect(try bob.get("/topics/ai").body.contains("By ada"))
    expect(try bob.post("/call/topics.ai.pros.add", [("text", "By bob")]).status, equals: 404)
    _ = gateway
  }

  @Test func `with a stream of somebody else, nothing is shown`() throws {
    let daemon = try files.start()
    let (gateway, ada) = try start(daemon)
    let bob = WebBrowser(port: ada.port)
    try require(try ada.logIn("ada", "enchantress").status == 303)
    try require(try bob.logIn("bob", "enchantress").status == 303)
    let page = try ada.get("/topics/ai").body
    let path = String(try require(page.firstMatch(of: /data-live="([^"]+)"/)?.1))
    expect(try bob.get(path).status, equals: 404)
    expect(try ada.stream(path) { $0.contains("event: all") }.contains("Artificial"))
    _ = gateway
  }

  @Test func `a logout ends the pages, and the cookie`() throws {
    let daemon = try files.start()
    let (gateway, browser) = try start(daemon)
    try require(try browser.logIn("ada", "enchantress").status == 303)
    let page = try browser.get("/topics/ai").body
    let path = String(try require(page.firstMatch(of: /data-live="([^"]+)"/)?.1))
    expect(try browser.get("/logout").status, equals: 404)
    let answer = try browser.post("/logout", [])
    expect(answer.header("set-cookie")?.contains("; Max-Age=0"), equals: true)
    // The browser of this test keeps the cookie.
    expect(try browser.get("/topics/ai").status, equals: 303)
    expect(try browser.get(path).status, equals: 303)
    _ = gateway
  }

  @Test func `somebody whom the administrator removes has to log in again, and loses no text`()
    throws
  {
    let daemon = try files.start()
    let (gateway, browser) = try start(daemon)
    try require(try browser.logIn("ada", "enchantress").status == 303)
    let page = try browser.get("/topics/ai").body
    let stream = String(try require(page.firstMatch(of: /data-live="([^"]+)"/)?.1))
    expect(try browser.stream(stream) { $0.contains("event: all") }.contains("Artificial"))
    try files.saveUsers(["bob": []])
    try files.reload(daemon)
    // Its connection must not go on as that of the gateway's user.
    try waitUntil("the page has ended") { try browser.get(stream).status == 404 }
    let refused = try browser.post("/call/topics.ai.pros.add", [("text", "Long thought")])
    expect(refused.status, equals: 403)
    expect(refused.body.contains("Long thought"))
    expect(try browser.get("/topics/ai").status, equals: 303)
    _ = gateway
  }

  @Test func `anonymous people see what the gateway's user may see, and can log in`() throws {
    let daemon = try files.start()
    let (gateway, browser) = try start(daemon, #","anonymous":true"#)
    let page = try browser.get("/").body
    expect(page.contains("Artificial Intelligence"))
    expect(page.contains("<a href=\"/login\">Log in</a>"))
    expect(try browser.get("/topics/ai").body.contains("Artificial Intelligence"))
    expect(try browser.post("/call/topics.ai.pros.add", [("text", "New")]).status, equals: 404)
    try require(try browser.logIn("ada", "enchantress").status == 303)
    expect(try browser.post("/call/topics.ai.pros.add", [("text", "New")]).status, equals: 303)
    _ = gateway
  }

  // MARK: Addresses

  @Test func `failures from one address do not delay a login from another one`() throws {
    let daemon = try files.start()
    let (gateway, browser) = try start(daemon, #","proxies":["127.0.0.1"]"#)
    let attacker = "X-Forwarded-For: 198.51.100.7\r\n"
    var isDelayed = false
    for _ in 0..<20 where !isDelayed {
      let answer = try browser.logIn("bob", "wrong", headers: attacker)
      isDelayed = answer.status == 503
    }
    expect(isDelayed)
    expect(try browser.logIn("ada", "enchantress", headers: attacker).status != 303)
    let other = try browser.logIn("ada", "enchantress", headers: "X-Forwarded-For: 192.0.2.1\r\n")
    expect(other.status, equals: 303)
    _ = gateway
  }

  @Test func `bodies that are too much for the memory are refused, and others are served`() throws {
    let daemon = try files.start()
    let (gateway, browser) = try start(daemon, #","proxies":["127.0.0.1"]"#)
    let password = String(repeating: "a", count: 5000)
    expect(try browser.logIn("ada", password).status, equals: 413)
    try require(try browser.logIn("ada", "enchantress").status == 303)
    // 512 of 256 KiB are all, and one network may have 64.
    let slow = try (0..<512).map { number in
      let socket = try browser.connected()
      let head = Array(
        """
        POST /call/topics.ai.pros.add HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\n\
        Origin: http://127.0.0.1:\(browser.port)\r\nX-Forwarded-For: 192.0.\(number / 64).1\r\n\
        Cookie: \(browser.cookie ?? "")\r\nContent-Length: 262144\r\n\r\n
        """.utf8)
      try require(send(socket, head, head.count, Int32(MSG_NOSIGNAL)) == head.count)
      return socket
    }
    defer { for socket in slow { close(socket) } }
    try waitUntil("there is no room") {
      try browser.post("/call/topics.ai.pros.add", [("text", "More")]).status == 503
    }
    expect(try browser.get("/topics/ai").status, equals: 200)
    for socket in slow { shutdown(socket, Int32(SHUT_RDWR)) }
    try waitUntil("there is room") {
      try browser.post("/call/topics.ai.pros.add", [("text", "Sent")]).status == 303
    }
    _ = gateway
  }

  @Test func `behind a proxy with TLS the cookie is for TLS only, and nobody else is believed`()
    throws
  {
    let daemon = try files.start()
    let forwarded = "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n"
    let (one, trusting) = try start(daemon, #","proxies":["127.0.0.1"]"#)
    // The form comes from a page over TLS.
    expect(try trusting.logIn("ada", "enchantress", headers: forwarded).status, equals: 403)
    let secure = try trusting.logIn(
      "ada", "enchantress", headers: forwarded, origin: "https://127.0.0.1:\(trusting.port)")
    expect(secure.status, equals: 303)
    let cookie = try require(secure.header("set-cookie"))
    expect(cookie.hasPrefix("__Host-procon=") && cookie.hasSuffix("; Secure"))
    expect(try trusting.get("/topics/ai", headers: forwarded).status, equals: 200)
    // A cookie that was set without TLS is none.
    expect(try trusting.get("/topics/ai").status, equals: 303)
    let (two, other) = try start(daemon)
    expect(try other.logIn("ada", "enchantress", headers: forwarded).status, equals: 303)
    expect(other.cookie?.hasPrefix("procon-"), equals: true)
    _ = (one, two)
  }

  @Test func `a gateway has the names of its configuration`() throws {
    let daemon = try files.start()
    let (gateway, browser) = try start(daemon, #","names":["boards.example.org"]"#)
    for (host, status) in [
      ("boards.example.org", 303), ("BOARDS.example.org:\(browser.port)", 303),
      ("127.0.0.1:\(browser.port)", 303), ("boards.example.org:1", 421),
      ("boards.example.org.evil.example", 421), ("example.org", 421),
    ] {
      let request = "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
      expect(try browser.exchange(request).status, equals: status, "\(host)")
    }
    _ = gateway
  }

  // MARK: The start

  @Test func `a daemon that does not trust it, or would let everybody in, is not served`() throws {
    let daemon = try files.start()
    expect(
      try failure(daemon, #","listen":"0.0.0.0:0""#).contains(
        "exited(78): procon-web: without TLS, it does not listen on 0.0.0.0"))
    expect(
      try failure(daemon, #","listen":"0.0.0.0:0","plain":true"#).contains("\"names\" is missing"))
    expect(try failure(daemon, #","lisen":1"#).contains("exited(78): procon-web: "))
    try files.save(gateways: [])
    try files.reload(daemon)
    let name = String(cString: getpwuid(geteuid()).pointee.pw_name)
    expect(
      try failure(daemon),
      equals:
        "exited(77): procon-web: '\(name)' is not in \"gateways\" of the daemon's configuration\n")
    try files.save(gateways: [name], hasUsers: false)
    try files.reload(daemon)
    expect(
      try failure(daemon),
      equals: "exited(78): procon-web: the daemon has neither users nor a policy, so that anybody "
        + "could do everything\n")
    try daemon.terminate()
    expect(try failure(daemon).hasPrefix("exited(69): procon-web: no daemon listens at "))
  }

  @Test func `a page says when the daemon would let everybody in from now on`() throws {
    let daemon = try files.start()
    let (gateway, browser) = try start(daemon, #","anonymous":true"#)
    expect(try browser.get("/").status, equals: 200)
    let name = String(cString: getpwuid(geteuid()).pointee.pw_name)
    try files.save(gateways: [name], hasUsers: false)
    try files.reload(daemon)
    let page = try browser.get("/")
    expect(page.status, equals: 503)
    expect(!page.body.contains("Artificial"))
    _ = gateway
  }

  @Test func `it serves TLS with a certificate and its key`() async throws {
    let certificate = try await TestCertificate(for: "DNS:localhost")
    let daemon = try files.start()
    let settings =
      #","certificate":"\#(certificate.file)","key":"\#(certificate.key)","names":["localhost"]"#
    let (gateway, browser) = try start(daemon, settings)
    let request =
      #"GET / HTTP/1.1\r\nHost: localhost:\#(browser.port)\r\nConnection: close\r\n\r\n"#
    let client = try ChildProcess(
      "/bin/sh",
      [
        "-c",
        """
        printf '\(request)' | openssl s_client -quiet -verify_return_error -verify_hostname localhost \
          -CAfile '\(certificate.file)' -connect 127.0.0.1:\(browser.port)
        """,
      ])
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.standardError)")
    expect(client.standardOutput.hasPrefix("HTTP/1.1 303"), "\(client.standardOutput)")
    chmod(certificate.key, 0o644)
    expect(try failure(daemon, settings).contains("exited(78): procon-web: \(certificate.key)"))
    _ = gateway
  }

  @Test func `it serves the sockets that a service manager passes`() throws {
    let daemon = try files.start()
    let port = try WebBrowser.freePort()
    let activated = try ChildProcess(
      "/usr/bin/systemd-socket-activate",
      [
        "--listen", "127.0.0.1:\(port)", builtProgram("procon-web"), "--config",
        try files.gateway(daemon, ""),
      ])
    let browser = WebBrowser(port: port)
    try waitUntil("it listens") { activated.standardError.contains("Listening on") }
    expect(try browser.get("/").status, equals: 303)
    activated.signal(SIGTERM)
    _ = try activated.waitForEnd()
  }
}

/// The files of a daemon that trusts a gateway, and those of the gateway.
private final class GatewayFiles {
  private let directory = TemporaryDirectory()
  private let policies: PolicyFiles

  init() throws {
    policies = try PolicyFiles([])
    try save(gateways: [String(cString: getpwuid(geteuid()).pointee.pw_name)])
  }

  /// Ada may do everything in topics, everybody may read.
  func save(gateways: [String], hasUsers: Bool = true) throws {
    try policies.save([
      rule("anyone", "read", "topics.**"), rule("user:ada", "call", "topics.**"),
    ])
    let files = policies.directory
    let users =
      #""users":"\#(files.file("users.json"))","policy":"\#(files.file("policy.json"))","#
    try write(
      "{\(hasUsers ? users : "")\"gateways\":\(gateways),\"mounts\":{\"topics\":{\"memory\":true}}}",
      to: policies.configuration)
  }

  func saveUsers(_ groups: KeyValuePairs<String, [String]>) throws {
    try policies.saveUsers(groups)
  }

  func start() throws -> DaemonProcess { try policies.start() }

  /// By a signal: without a policy, nobody may call it.
  func reload(_ daemon: DaemonProcess) throws {
    let reload = try ChildProcess(
      builtProgram("procond"),
      ["--reload", "\(daemon.process.processID)", "--socket", daemon.socket])
    expect(try reload.waitForEnd(), equals: .exited(0), "\(reload.standardError)")
  }

  /// Returns the path of the gateway's configuration.
  ///
  /// - Parameter settings: more members, each after a comma.
  func gateway(_ daemon: DaemonProcess, _ settings: String) throws -> String {
    let path = directory.file("web.json")
    let listen = settings.contains("\"listen\"") ? "" : #","listen":"127.0.0.1:0""#
    try write(#"{"socket":"\#(daemon.socket)"\#(listen)\#(settings)}"#, to: path)
    return path
  }
}
