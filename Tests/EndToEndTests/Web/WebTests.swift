import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// `procon-web`, as a browser without scripts sees it.
@Suite(.blocking) struct WebTests {
  private let user = TestUser()
  private let daemon: DaemonProcess
  private let gateway: UserProcess
  private let browser: WebBrowser

  init() throws {
    daemon = try DaemonProcess()
    gateway = try user.start(
      "procon-web", ["--socket", daemon.socket, "--no-browser", "--print-token"])
    let link = try gateway.nextLine()
    let port = try require(link.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/enter\?token=/)?.1)
    browser = WebBrowser(port: try require(UInt16(port)))
    try browser.enter(link)
  }

  private let name = String(cString: getpwuid(geteuid()).pointee.pw_name)

  private func page(_ path: String) throws -> String {
    let answer = try browser.get(path)
    try require(answer.status == 200, "\(path): \(answer)")
    return answer.body
  }

  /// Sends a form that succeeds.
  private func call(_ intent: String, _ fields: [(String, String)]) throws {
    let answer = try browser.post("/call/\(intent)", fields)
    try require(answer.status == 303, "\(intent): \(answer)")
  }

  // MARK: Who gets in

  @Test func `a link lets in once, and only its browser`() throws {
    let other = try user.start(
      "procon-web", ["--socket", daemon.socket, "--no-browser", "--print-token"])
    let link = try other.nextLine()
    let port = try require(link.firstMatch(of: /:(\d+)\//)?.1)
    let (one, stranger) = (WebBrowser(port: UInt16(port)!), WebBrowser(port: UInt16(port)!))
    try one.enter(link)
    expect(try one.get("/").status, equals: 200)
    let path = String(link.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
    expect(try stranger.get(path).status, equals: 403)
    for path in ["/", "/topics/ai", "/call/topics.create", "/live/x", "/enter", "/enter?token="] {
      let refused = try stranger.get(path)
      expect(refused.status == 403 && !refused.body.contains("Error reduction"), "\(path)")
    }
    let refused = try stranger.post("/call/topics.ai.pros.add", [("text", "New")])
    expect(refused.status, equals: 403)
    expect(try !page("/topics/ai").contains(">New<"))
  }

  @Test func `the cookie cannot be read by scripts, and its name has the port`() throws {
    let cookie = try require(browser.cookie)
    expect(cookie.hasPrefix("procon-\(browser.port)="))
    let answer = try browser.get("/")
    expect(
      answer.header("content-security-policy"),
      equals: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        + "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
    expect(answer.header("x-content-type-options"), equals: "nosniff")
    expect(answer.header("referrer-policy"), equals: "same-origin")
    expect(answer.header("cache-control"), equals: "no-store")
    expect(!answer.body.contains("<script>") && !answer.body.contains(" style="))
  }

  @Test func `hostile requests are refused, and the next one is served`() throws {
    let (port, cookie) = (browser.port, "Cookie: \(browser.cookie ?? "")\r\n")
    let host = "Host: 127.0.0.1:\(port)\r\n"
    let end = "Connection: close\r\n\(cookie)\r\n"
    for (request, statuses) in [
      ("GET / HTTP/1.1\r\nHost: evil.example\r\n\(end)", [421]),
      ("GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:\(port)\r\n\(end)", [421]),
      ("GET / HTTP/1.1\r\n\(end)", [400, 421]),
      ("GET / HTTP/1.0\r\n\(end)", [400, 421]),
      ("GET / HTTP/1.1\r\n\(host)\(host)\(end)", [400]),
      ("POST /call/topics.create HTTP/1.1\r\n\(host)Content-Length: 0\r\n\(end)", [403]),
      (
        "POST /call/topics.create HTTP/1.1\r\n\(host)Origin: http://evil.example\r\n"
          + "Content-Length: 0\r\n\(end)", [403]
      ),
      (
        "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 4\r\n\(end)abcd", [400]
      ),
      (
        "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\(end)0\r\n\r\n",
        [400]
      ),
      ("GET / HTTP/1.1\r\n\(host)a b: c\r\n\(end)", [400]),
      ("GET /../../etc/passwd HTTP/1.1\r\n\(host)\(end)", [404]),
      ("GET /topics/..%2f..%2fetc HTTP/1.1\r\n\(host)\(end)", [404]),
      ("GET /topics/a%00b HTTP/1.1\r\n\(host)\(end)", [404]),
      ("GET /topics/%3Cscript%3E HTTP/1.1\r\n\(host)\(end)", [404]),
      ("PUT / HTTP/1.1\r\n\(host)\(end)", [405]),
      (
        "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\(host)\(end)", [400, 414, 431]
      ),
      (
        "GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 1_000_000))\r\n\(end)",
        [400, 413, 431]
      ),
    ] as [(String, [Int])] {
      let answer = try browser.exchange(request)
      expect(statuses.contains(answer.status), "\(request.prefix(80)): \(answer.status)")
    }
    let long = try browser.post(
      "/call/topics.ai.pros.add", [("text", String(repeating: "a", count: 300_000))])
    expect(long.status, equals: 413)
    let (_, other) = (try page("/"), try browser.post("/call/topics.ai.pros.add", [("text", "A")]))
    expect(other.status, equals: 303)
  }

  // MARK: Pages

  @Test func `requests that could be read in two ways or are too long are refused or harmless`()
    throws
  {
    let (port, cookie) = (browser.port, "Cookie: \(browser.cookie ?? "")\r\n")
    let host = "Host: 127.0.0.1:\(port)\r\n"
    let end = "Connection: close\r\n\(cookie)\r\n"
    let headers = (0..<2000).map { "X-\($0): a\r\n" }.joined()
    let origin = "Origin: http://127.0.0.1:\(port)\r\n"
    let type = "Content-Type: application/x-www-form-urlencoded\r\n"
    let create = "POST /call/topics.create HTTP/1.1\r\n\(host)\(origin)"
    // 0 for a connection that is closed without an answer.
    for (request, statuses) in [
      ("GET http://evil.example/ HTTP/1.1\r\n\(host)\(end)", [400, 404, 421]),
      ("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)@evil.example\r\n\(end)", [400, 421]),
      ("GET / HTTP/1.1\r\nHost: evil.example\r\nHOST: 127.0.0.1:\(port)\r\n\(end)", [400]),
      ("GET / HTTP/1.1\r\nHost : 127.0.0.1:\(port)\r\n\(end)", [0, 400, 421]),
      ("GET / HTTP/1.1\r\n\(host)X: a\r\n folded\r\n\(end)", [0, 200, 400]),
      ("GET / HTTP/9.9\r\n\(host)\(end)", [0, 400, 505]),
      ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [0, 400, 505]),
      ("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{fc}\u{3}\u{3}\r\n\r\n", [0, 400]),
      ("\r\n\r\n\r\nGET / HTTP/1.1\r\n\(host)\(end)", [0, 200, 400]),
      ("GET / HTTP/1.1\r\n\(host)\(headers)\(end)", [0, 400, 413, 431]),
      (
        "GET /\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\n\(host)\(end)",
        [0, 400, 414, 431]
      ),
      (
        "GET /?\(String(repeating: "a&", count: 20_000)) HTTP/1.1\r\n\(host)\(end)",
        [0, 400, 414, 431]
      ),
      ("\(create)\(type)Content-Length: -1\r\n\(end)title=x", [0, 400]),
      ("\(create)\(type)Content-Length: 99999999999999999999\r\n\(end)title=x", [0, 400, 413]),
      ("\(create)\(type)Content-Length: 1000000\r\n\(end)title=x", [413]),
      ("\(create)\(type)Transfer-Encoding: chunked\r\n\(end)zz\r\n", [0, 400]),
      ("\(create)\(type)Transfer-Encoding: xchunked\r\n\(end)0\r\n\r\n", [0, 400, 501]),
      ("\(create)Content-Type: text/plain\r\nContent-Length: 7\r\n\(end)title=x", [400]),
      (
        "\(create)Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 7\r\n\(end)title=x",
        [400]
      ),
      ("\(create)\(type)Content-Length: 9\r\n\(end)title=%ff", [400]),
      ("\(create)\(type)Content-Length: 8\r\n\(end)title=%a", [400]),
      ("\(create)\(type)Content-Length: 9\r\n\(end)title=%00", [422]),
      (
        "POST /call/topics.create HTTP/1.1\r\n\(host)Origin: null\r\n\(type)Content-Length: 7\r\n\(end)title=x",
        [403]
      ),
      (
        "\(create)Sec-Fetch-Site: cross-site\r\n\(type)Content-Length: 7\r\n\(end)title=x", [403]
      ),
      (
        "POST /call/session.logout HTTP/1.1\r\n\(host)\(origin)\(type)Content-Length: 0\r\n\(end)",
        [404]
      ),
      ("POST /call/.. HTTP/1.1\r\n\(host)\(origin)\(type)Content-Length: 0\r\n\(end)", [404]),
      ("GET /session/route HTTP/1.1\r\n\(host)\(end)", [404]),
      ("GET /call/topics.create?title=x HTTP/1.1\r\n\(host)\(end)", [200]),
      ("GET / HTTP/1.1\r\n\(host)Connection: close\r\nCookie: procon-\(port)=\r\n\r\n", [403]),
      (
        "GET / HTTP/1.1\r\n\(host)Connection: close\r\nCookie: procon-\(port)=\(String(repeating: "0", count: 64))\r\n\r\n",
        [403]
      ),
      ("GET / HTTP/1.1\r\n\(host)Upgrade: websocket\r\n\(end)", [200, 400]),
      ("GET /live/\(String(repeating: "0", count: 64)) HTTP/1.1\r\n\(host)\(end)", [404]),
      ("TRACE / HTTP/1.1\r\n\(host)\(end)", [405]), ("OPTIONS * HTTP/1.1\r\n\(host)\(end)", [405]),
    ] as [(String, [Int])] {
      let status = try browser.status(of: request)
      expect(statuses.contains(status), "\(request.prefix(120)): \(status)")
      expect(try browser.get("/").status, equals: 200)
    }
    expect(try !page("/").contains(">x<"))
  }

  @Test func `connections that send nothing cost others nothing`() throws {
    let silent = try (0..<300).map { _ in try browser.connected() }
    defer { for socket in silent { close(socket) } }
    // Those that are too many get a clear answer.
    expect(try browser.get("/").status, equals: 429)
    for socket in silent[..<60] { shutdown(socket, Int32(SHUT_RDWR)) }
    try waitUntil("there is room") { try browser.get("/").status == 200 }
  }

  @Test(.long) func `10,000 connections from one address cost others nothing`() throws {
    var idle: [Int32] = []
    defer { for socket in idle { close(socket) } }
    for number in 0..<10_000 {
      idle.append(try browser.connected(from: 2))
      if number % 1000 == 0 { expect(try browser.get("/topics/ai").status, equals: 200) }
    }
    expect(try browser.get("/topics/ai").status, equals: 200)
    var end: UInt8 = 0
    try waitUntil("those that are too many are closed") {
      idle.count { recv($0, &end, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) == 0 } >= 9000
    }
  }

  @Test(.long) func `of 10,000 streams of one page, the last one stays`() throws {
    let path = String(try require(page("/topics/ai").firstMatch(of: /data-live="([^"]+)"/)?.1))
    for _ in 0..<9999 { _ = try browser.stream(path) { $0.contains("event: ") } }
    let peer = try daemon.connect()
    var isChanged = false
    _ = try browser.stream(path) { sent in
      if !isChanged { try peer.call("topics.ai.pros.add", #"{"text":"Still awake"}"#) }
      isChanged = true
      return sent.contains("Still awake")
    }
    expect(try peer.value("daemon.stats")["connections"]?.integer ?? 0 <= 3)
  }

  @Test(.long) func `streams that browsers leave at once keep no pages`() throws {
    let peer = try daemon.connect()
    let before = try peer.value("daemon.stats")["connections"]?.integer ?? 0
    for number in 0..<60 {
      let answer = try browser.get("/topics/ai")
      try require(answer.status == 200, "\(number): \(answer)")
      let path = String(try require(answer.body.firstMatch(of: /data-live="([^"]+)"/)?.1))
      let socket = try browser.connected()
      var isAborted = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        socket, SOL_SOCKET, SO_LINGER, &isAborted, socklen_t(MemoryLayout<linger>.size))
      let request = Array(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\nCookie: \(browser.cookie ?? "")\r\n\r\n"
          .utf8)
      _ = send(socket, request, request.count, Int32(MSG_NOSIGNAL))
      if number % 2 == 0 { usleep(useconds_t(number * 50)) }
      close(socket)
    }
    // A browser that has gone is noticed when something is sent, and a page is kept for a minute.
    try waitUntil(within: .seconds(120), "the pages have ended") {
      sleep(1)
      return try peer.value("daemon.stats")["connections"]?.integer ?? 0 <= before
    }
  }

  @Test(.long) func `a daemon that hangs is not waited for, and what was typed is kept`() throws {
    daemon.process.signal(SIGSTOP)
    let page = try browser.get("/")
    expect(page.status, equals: 503)
    expect(page.body.contains("no daemon greets at"))
    let form = try browser.post("/call/topics.ai.pros.add", [("text", "Long thought")])
    expect(form.status, equals: 503)
    expect(form.body.contains("Long thought"))
    daemon.process.signal(SIGCONT)
    expect(try browser.get("/").status, equals: 200)
  }

  @Test(.long) func `a request that arrives too slowly is closed`() throws {
    let socket = try browser.connected()
    defer { close(socket) }
    let start = ContinuousClock.now
    // A byte a second keeps it from being idle.
    let head = Array(
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\nX: aaaaaaaaaaaaaaaaaaaa".utf8)
    for byte in head {
      if send(socket, [byte], 1, Int32(MSG_NOSIGNAL)) != 1 { break }
      var end: UInt8 = 0
      if recv(socket, &end, 1, Int32(MSG_DONTWAIT)) == 0 { break }
      sleep(1)
    }
    expect(.now - start < .seconds(30))
  }

  @Test func `a topic is created, argued about, decided and deleted without scripts`() throws {
    expect(try page("/").contains("Artificial Intelligence"))
    try call("topics.create", [("title", "Which db?")])
    let place = "topics.which-db"
    try call("\(place).pros.add", [("text", "Fast"), ("weight", "3")])
    try call("\(place).cons.add", [("text", "Dear"), ("weight", "1")])
    var board = try page("/topics/which-db")
    expect(board.contains("<h1>Which db?</h1>") && board.contains("score +2"))
    expect(board.contains("href=\"/topics/which-db/pros/1\">Fast</a>"))

    try call("\(place).pros.comment", [("id", "1"), ("text", "See https://example.org/a?b&c")])
    try call("\(place).pros.support", [("id", "1"), ("support", "true")])
    let argument = try page("/topics/which-db/pros/1")
    expect(argument.contains("href=\"https://example.org/a?b&amp;c\" rel="))
    expect(argument.contains("supported by "))

    try call(
      "\(place).todos.add", [("text", "Migrate"), ("assignee", "ada"), ("due", "2999-01-02")])
    try call(
      "\(place).todos.change",
      [("id", "1"), ("text", "Migrate"), ("assignee", ""), ("was.assignee", "ada"), ("due", "")])
    expect(try page("/topics/which-db/todos/1").contains("open · until 2999-01-02"))
    try call("\(place).todos.check", [("id", "1")])
    expect(try page("/topics/which-db").contains("[x] Migrate"))

    try call(
      "\(place).decision.ask",
      [
        ("asked", "ada, \(name)"), ("quorum", "50%"), ("deadline", "2999-01-01T00:00:00Z"),
        ("autoClose", "false"), ("objectionsBlock", "true"),
      ])
    expect(try page("/awaiting").contains("Which db? · your position · until"))
    try call("\(place).positions.take", [("position", "yes"), ("because", "It works")])
    try call("\(place).objections.raise", [("text", "Too early")])
    let blocked = try browser.post(
      "/call/\(place).decision.decide", [("outcome", "yes"), ("reason", "Now")])
    expect(blocked.status == 422 && blocked.body.contains("objection"))
    try call("\(place).objections.answer", [("id", "1"), ("text", "In May")])
    expect(try page("/topics/which-db/objections/1").contains("In May"))
    try call("\(place).objections.resolve", [("id", "1")])
    try call("\(place).decision.decide", [("outcome", "yes"), ("reason", "We\r\nknow it")])
    board = try page("/topics/which-db")
    expect(board.contains("decided: yes") && board.contains("Too early"))
    expect(board.contains("Reopen") && !board.contains("I am for"))
    let refused = try browser.post("/call/\(place).pros.add", [("text", "Late")])
    expect(refused.status == 422 && refused.body.contains("decided"))

    let question = try page("/call/topics.remove?id=which-db&return=/")
    expect(question.contains("Are you sure") && question.contains("value=\"which-db\""))
    try call("topics.remove", [("id", "which-db"), ("return", "/")])
    expect(try browser.get("/topics/which-db").status, equals: 404)
    expect(try page("/feed").contains("Which db?"))
  }

  @Test func `options have pros and cons of their own`() throws {
    for title in ["Postgres", "SQLite"] { try call("topics.ai.options.add", [("title", title)]) }
    try call("topics.ai.options.2.pros.add", [("text", "One file"), ("weight", "2")])
    let board = try page("/topics/ai")
    expect(
      board.contains("id=\"option-2\">SQLite") && board.contains("<option value=\"1\">Postgres"))
    expect(board.contains("href=\"/topics/ai/options/2/pros/1\">One file</a>"))
    expect(try page("/topics/ai/options/2/pros/1").contains("<h1>One file</h1>"))
  }

  @Test func `posts are written, read, edited and deleted`() throws {
    try call(
      "topics.ai.posts.write", [("title", "Trial"), ("content", "First\r\n<b>Second</b>")])
    let posts = try page("/topics/ai/posts")
    let id = try require(posts.firstMatch(of: /href="\/topics\/ai\/posts\/([0-9a-f-]{36})"/)?.1)
    let post = try page("/topics/ai/posts/\(id)")
    expect(post.contains("<p>First</p>") && post.contains("<p>&lt;b&gt;Second&lt;/b&gt;</p>"))
    try call(
      "topics.ai.posts.edit", [("id", String(id)), ("title", "Better"), ("content", "Third")])
    expect(try page("/topics/ai/posts/\(id)").contains("<h1>Better</h1>"))
    try call("topics.ai.posts.remove", [("id", String(id))])
    expect(try browser.get("/topics/ai/posts/\(id)").status, equals: 404)
  }

  @Test func `what was typed stays when it is refused`() throws {
    let answer = try browser.post(
      "/call/topics.ai.pros.add",
      [("text", "no breaks"), ("weight", "4"), ("return", "/topics/ai")])
    expect(answer.status, equals: 422)
    expect(answer.body.contains("role=\"alert\""))
    expect(answer.body.contains("value=\"no breaks\"") && answer.body.contains("value=\"4\""))
    let wrong = try browser.post(
      "/call/topics.ai.pros.add", [("text", "New"), ("weight", "heavy")])
    expect(wrong.status == 422 && wrong.body.contains("weight must be"))
  }

  @Test(arguments: [
    "topics.ai.pros.add", "topics.ai.cons.add", "topics.ai.options.add", "topics.create",
    "topics.ai.posts.write", "topics.ai.todos.add", "topics.ai.objections.raise",
    "topics.ai.positions.take",
  ])
  func `texts of others are never markup`(intent: String) throws {
    let hostile = #"\"><script>alert('1')</script>"#
    let peer = try daemon.connect()
    let members = [
      "topics.create": #"{"title":"\#(hostile)"}"#,
      "topics.ai.options.add": #"{"title":"\#(hostile)","text":"\#(hostile)"}"#,
      "topics.ai.posts.write": #"{"title":"\#(hostile)","content":"\#(hostile)"}"#,
      "topics.ai.positions.take": #"{"position":"yes","because":"\#(hostile)"}"#,
    ]
    let answer = try peer.call(intent, members[intent] ?? #"{"text":"\#(hostile)"}"#)
    try require(answer["result"] != nil, "\(answer)")
    var found = 0
    for path in ["/", "/topics/ai", "/topics/ai/posts", "/topics/ai/history", "/feed"] {
      let html = try page(path)
      expect(!html.contains("<script>alert"), "\(path)")
      found += html.contains("&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)") ? 1 : 0
    }
    expect(found > 0)
  }

  @Test func `pages of what does not exist say so`() throws {
    for path in [
      "/nothing", "/topics/none", "/topics/ai/pros/99", "/topics/ai/none", "/none/ai",
      "/topics/ai/posts/none", "/call/topics.none", "/call/ping", "/topics/ai/options/9/pros/1",
      "/session/route", "/topics/none/history",
    ] {
      expect(try browser.get(path).status, equals: 404, "\(path)")
    }
    expect(try browser.post("/topics/ai", []).status, equals: 404)
  }

  @Test func `a scene without a page of its own is drawn as the daemon describes it`() throws {
    let peer = try daemon.connect()
    try peer.call("set", #"{"box":"shared.weather.now","value":{"text":"<21°>","wind":null}}"#)
    try peer.call(
      "set", #"{"box":"shared.weather.days","value":[{"day":"Mon","rain":1},{"day":"Tue"}]}"#)
    let weather = try page("/shared/weather")
    expect(weather.contains("<dt>text</dt><dd>&lt;21°&gt;</dd>"))
    expect(weather.contains("<th scope=\"col\">rain</th>") && weather.contains("<td>Tue</td>"))
    let positions = try page("/topics/ai/positions")
    expect(positions.contains("id=\"value:topics.ai.positions.items\""))
    expect(positions.contains("href=\"/call/topics.ai.positions.take?return="))
    expect(try page("/call/topics.ai.positions.take").contains("<input name=\"because\""))
  }

  @Test func `a draft is kept by its page, and published from there`() throws {
    let start = try browser.get("/topics/ai/draft")
    expect(start.status, equals: 303)
    let place = try require(start.header("location"))
    expect(place.hasPrefix("/topics/ai/draft?page="))
    expect(try page(place).contains("Posts about Artificial Intelligence"))
    let words = [("title", "Trial"), ("content", "First\r\n<b>Second</b>")]
    expect(try browser.post(place, words + [("keep", "1")]).status, equals: 200)
    let draft = try page(place)
    expect(draft.contains("value=\"Trial\""))
    expect(draft.contains("First\n&lt;b&gt;Second&lt;/b&gt;</textarea>"))

    let refused = try browser.post(place, [("title", " "), ("content", "Other words")])
    expect(refused.status, equals: 422)
    expect(refused.body.contains("This was not published: "))
    expect(refused.body.contains("Other words</textarea>"))

    let published = try browser.post(place, words)
    expect(published.status, equals: 303)
    let post = try page(try require(published.header("location")))
    expect(post.contains("<h1>Trial</h1>") && post.contains("<p>&lt;b&gt;Second&lt;/b&gt;</p>"))
    // Sent again, it is the same post; with other words, it is another one.
    expect(
      try browser.post(place, words).header("location"), equals: published.header("location"))
    let other = try browser.post(place, [("title", "Trial"), ("content", "Other")])
    expect(other.status == 303 && other.header("location") != published.header("location"))
    // The draft is gone: its URL leads to another one.
    expect(try browser.get(place).status, equals: 303)
    expect(try browser.post(place, words + [("keep", "1")]).status, equals: 404)
  }

  @Test func `a draft that is published twice at once is one post`() throws {
    let place = try require(browser.get("/topics/ai/draft").header("location"))
    let answers = try browser.postAtOnce(4, place, [("title", "Doubled"), ("content", "Words")])
    expect(answers.map(\.status), equals: [303, 303, 303, 303])
    expect(Set(answers.map { $0.header("location") }).count, equals: 1)
    expect(try page("/topics/ai/posts").matches(of: /Doubled/).count, equals: 1)
  }

  @Test func `a draft that another window has is copied`() throws {
    let place = try require(browser.get("/topics/ai/draft").header("location"))
    expect(
      try browser.post(place, [("title", "Mine"), ("content", "Words"), ("keep", "1")]).status,
      equals: 200)
    let live = String(try require(page(place).firstMatch(of: /data-live="([^"]+)"/)?.1))
    _ = try browser.stream(live) { _ in
      let copy = try browser.get(place)
      let other = try require(copy.header("location"))
      expect(copy.status == 303 && other != place)
      let shown = try page(other)
      expect(shown.contains("value=\"Mine\"") && shown.contains("Words</textarea>"))
      return true
    }
  }

  @Test func `only forms have a body`() throws {
    for head in ["Content-Length: 262144", "Transfer-Encoding: chunked"] {
      let answer = try browser.exchange(
        "GET /style.css HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\n\(head)\r\n\r\n5\r\nhello\r\n"
      )
      expect(answer.status, equals: 413, "\(answer)")
    }
  }

  @Test func `what was typed is published, though its draft is not kept any longer`() throws {
    let place = "/topics/ai/draft?page=\(String(repeating: "0", count: 64))"
    let published = try browser.post(place, [("title", "Late"), ("content", "Words")])
    expect(published.status, equals: 303)
    expect(try page(try require(published.header("location"))).contains("<h1>Late</h1>"))
    let refused = try browser.post(place, [("title", " "), ("content", "Other words")])
    expect(refused.status, equals: 422)
    let next = try require(refused.body.firstMatch(of: /method="post" action="([^"]+)"/)?.1)
    expect(
      try browser.post(String(next), [("title", "New"), ("content", "Words")]).status, equals: 303)
    let nowhere = try browser.post("/topics/none/draft", [("title", "Late"), ("content", "Words")])
    expect(nowhere.status == 404 && nowhere.body.contains("Words</textarea>"))
    expect(try browser.get("/topics/none/draft").status, equals: 404)
  }

  @Test func `an argument offers what its reader can do with it now`() throws {
    let place = "/topics/ai/pros/1"
    let (support, withdrawal) = ("I support this", "I no longer do")
    var shown = try page(place)
    expect(shown.contains(support) && !shown.contains(withdrawal))
    try call("topics.ai.pros.support", [("id", "1"), ("support", "true")])
    shown = try page(place)
    expect(!shown.contains(support) && shown.contains(withdrawal))
    try call("topics.ai.decision.decide", [("outcome", "yes"), ("reason", "All is said")])
    shown = try page(place)
    expect(!shown.contains(withdrawal) && !shown.contains(">Move<") && shown.contains(">Comment<"))
    expect(try !page("/topics/ai").contains("aria-current"))
    let feed = try page("/feed")
    expect(feed.contains("<a href=\"/feed\" aria-current=\"page\">"))
    expect(feed.contains("<a href=\"/topics/ai\">Artificial Intelligence</a>"))
  }

  // MARK: Live

  @Test func `the script is small`() throws {
    let script = try browser.get("/script.js")
    expect(script.header("content-type"), equals: "text/javascript; charset=utf-8")
    expect((1..<16_000).contains(script.body.utf8.count))
  }

  @Test func `a page that is open gets what others change, as HTML`() throws {
    let board = try page("/topics/ai")
    let live = try require(board.firstMatch(of: /data-live="(\/live\/[0-9a-f]{64})"/)?.1)
    let peer = try daemon.connect()
    var isChanged = false
    let events = try browser.stream(String(live)) { sent in
      if !isChanged, sent.contains("event: all") {
        isChanged = true
        try peer.call("topics.ai.pros.add", #"{"text":"Always <awake>"}"#)
      }
      return sent.contains("Always &lt;awake&gt;")
    }
    expect(
      events.contains("\r\ncontent-type: text/event-stream")
        || events.contains("Content-Type: text/event-stream"))
    expect(events.contains("box:topics.ai.pros.items"))
    expect(!events.contains("Always <awake>"))
    expect(try browser.get("/live/\(String(repeating: "0", count: 64))").status, equals: 404)
  }

  @Test func `a stream is resumed with what has changed since its last event`() throws {
    let board = try page("/topics/ai")
    let live = String(try require(board.firstMatch(of: /data-live="([^"]+)"/)?.1))
    let position = String(try require(board.firstMatch(of: /data-position="([^"]+)"/)?.1))
    let query = "after=\(position.replacing(" ", with: "%20"))"
    // Nothing has changed: a comment says that it is open.
    let nothing = try browser.stream("\(live)?\(query)") { $0.contains(": \n\n") }
    expect(!nothing.contains("event: "))

    let peer = try daemon.connect()
    try peer.call("topics.ai.pros.add", #"{"text":"Always awake"}"#)
    let events = try browser.stream("\(live)?\(query)") { $0.contains("Always awake") }
    expect(events.contains("event: boxes"))
    expect(
      events.contains("box:topics.ai.summary") && !events.contains("box:topics.ai.cons.items"))
    let last = String(try require(events.firstMatch(of: /id: ([^\r\n]+)/)?.1))

    // A browser sends the header by itself, and then it knows more than the URL.
    try peer.call("topics.ai.cons.add", #"{"text":"Costs power"}"#)
    let others = try browser.stream("\(live)?\(query)", headers: [("Last-Event-ID", last)]) {
      $0.contains("Costs power")
    }
    expect(!others.contains("box:topics.ai.pros.items"))

    for foreign in ["nope", "\(last)0", "other 0", "", "-1", "\(position) 1"] {
      let all = try browser.stream(live, headers: [("Last-Event-ID", foreign)]) {
        $0.contains("event: ")
      }
      expect(all.contains("event: all"), "\(foreign)")
    }
  }

  @Test func `a stream that has missed much begins with everything`() throws {
    let topics = try page("/")
    let live = String(try require(topics.firstMatch(of: /data-live="([^"]+)"/)?.1))
    let position = String(try require(topics.firstMatch(of: /data-position="([^"]+)"/)?.1))
    let peer = try daemon.connect()
    for number in 0...1100 {
      try peer.call("set", #"{"box":"shared.b\#(number).summary","value":{"title":"B"}}"#)
    }
    // The gateway needs a moment for the changes.
    try waitUntil("it begins with everything") {
      try browser.stream(live, headers: [("Last-Event-ID", position)]) { $0.contains("event: ") }
        .contains("event: all")
    }
  }

  @Test func `without its daemon, a page says so, and works again with the next one`() throws {
    daemon.process.signal(SIGKILL)
    try daemon.process.waitForEnd()
    let answer = try browser.get("/topics/ai")
    expect(answer.status == 503 && answer.body.contains("role=\"alert\""))
    let successor = try DaemonProcess(in: daemon.directory, socket: daemon.socket)
    expect(try page("/topics/ai").contains("Error reduction"))
    _ = successor
  }

  @Test func `Ctrl-C ends it with the status that shells expect, also with an open page`() throws {
    let board = try page("/topics/ai")
    let live = try require(board.firstMatch(of: /data-live="([^"]+)"/)?.1)
    _ = try browser.stream(String(live)) { sent in
      guard sent.contains("event: all") else { return false }
      gateway.signal(SIGINT)
      let end = try gateway.waitForEnd()
      expect(end, equals: .killed(signal: SIGINT))
      return true
    }
  }

  @Test func `a wrong command line and a port in use are explained`() throws {
    let wrong = try user.start("procon-web", ["--nope"])
    expect(try wrong.waitForEnd(), equals: .exited(64))
    let second = try user.start(
      "procon-web",
      ["--socket", daemon.socket, "--no-browser", "--port", "\(browser.port)"])
    expect(try second.waitForEnd(), equals: .exited(71))
    expect(
      second.errors,
      equals: "procon-web: cannot listen on 127.0.0.1:\(browser.port): Address already in use\n")
  }

  @Test func `the link is in a file that only the user can read`() throws {
    let other = try user.start("procon-web", ["--socket", daemon.socket])
    let url = try other.nextLine()
    expect(!url.contains("token"))
    let file = user.directory.file("run/procon/web-\(other.processID).html")
    var status = stat()
    try require(stat(file, &status) == 0)
    expect(status.st_mode & 0o777, equals: 0o600)
    expect(try require(contents(of: file)).contains("url=\(url)enter?token="))
    other.signal(SIGTERM)
    expect(try other.waitForEnd(), equals: .killed(signal: SIGTERM))
    expect(contents(of: file) == nil)
  }
}
