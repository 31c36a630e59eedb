import AccountsPlatform
import Expectations
import Glibc
import SystemTestSupport
import Testing

@testable import procond

@Suite struct AccountsFileTests {
  private let directory = TemporaryDirectory()
  private var file: String { directory.file("users.json") }

  private static let hash = "$y$j75$salt$ZO75/uAba3Bvdq4yJZ3qPpy6aPr5yvQO8HREtqZ2Pz/"

  private static let last = String(repeating: "a", count: 43)

  private func read(_ text: String) throws -> Accounts {
    try write(text, to: file)
    return try AccountsFile.read(file)
  }

  @Test func `users and tokens have a hash and groups`() throws {
    var expected = Accounts()
    let hash = try SecretHash(Self.hash)
    try expected.addUser("ada", hash, groups: ["staff", "admin"])
    try expected.addUser("bob", hash)
    try expected.addToken("sensor", hash)
    let accounts = try read(
      """
      {
        "users": {
          "ada": {"password": "\(Self.hash)", "groups": ["staff", "admin"]},
          "bob": {"password": "\(Self.hash)"}
        },
        "tokens": {"sensor": {"hash": "\(Self.hash)", "groups": []}}
      }
      """)
    expect(accounts, equals: expected)
  }

  @Test(arguments: ["{}", #"{"users":{}}"#, #"{"users":{},"tokens":{}}"#])
  func `there may be no users`(text: String) throws {
    expect(try read(text), equals: Accounts())
  }

  @Test(arguments: [
    ("", ":1: not JSON: unexpected end"), ("[]", ": it must be an object"),
    ("{\n\"user\": {}}", ":2: unknown key; there are users, tokens"),
    ("{\"users\":{},\n\"users\":{}}", ":2: duplicate key; first used on line 1"),
    ("{\"users\": [\"s3cret\"]}", ":1: \"users\" must be an object of names"),
    (
      "{\"users\": {\n\"ada\": \"s3cret\"}}",
      ":2: \"ada\" must be {\"password\": a hash, \"groups\": a list of names}"
    ),
    ("{\"tokens\": {\n\"a\": 1}}", ":2: \"a\" must be {\"hash\": a hash, \"groups\": a list of"),
    ("{\"users\": {\n\"ada\": {}}}", ":2: \"ada\" has no password"),
    ("{\"tokens\": {\n\"a\": {\"groups\": []}}}", ":2: \"a\" has no hash"),
    (
      "{\"users\": {\"ada\": {\n\"hash\": \"\"}}}",
      ":2: unknown key; there are password, groups"
    ),
    (
      "{\"users\": {\"ada\": {\n\"password\": \"s3cret\"}}}",
      ":2: password of \"ada\" is not a hash as in crypt(5); make one with: procond --hash-secret"
    ),
    ("{\"users\": {\"ada\": {\"password\": 1}}}", ":1: password of \"ada\" is not a hash as in"),
    (
      "{\"users\": {\"ada\": {\"password\": \"rlvCKVyuPgn2E\"}}}",
      ":1: password of \"ada\" is not a"
    ),
    (
      "{\"tokens\": {\"a\": {\n\"hash\": \"$1$abc$uAXS.Zj1ZDNcW9iX1TVH2/\"}}}",
      ":2: hash of \"a\" is a hash by a method that is too weak, or unknown to this system; make"
    ),
    (
      "{\"users\": {\"ada\": {\"password\": \"\(hash)\",\n\"password\": \"\"}}}",
      ":2: duplicate key; first used on line 1"
    ),
    (
      "{\"users\": {\"ada\": {\"password\": \"\(hash)\",\n\"groups\": \"staff\"}}}",
      ":2: \"groups\" must be a list of names"
    ),
    (
      "{\"users\": {\"ada\": {\"password\": \"\(hash)\",\n\"groups\": [1]}}}",
      ":2: \"groups\" must be a list of names"
    ),
    (
      "{\"users\": {\n\"ada\": {\"password\": \"\(hash)\", \"groups\": [\"\"]}}}",
      ":2: a group of \"ada\" has no valid name: a name has 1 to 100 characters"
    ),
    (
      "{\"users\": {\n\"ada\": {\"password\": \"\(hash)\", \"groups\": [\"a\", \"a\"]}}}",
      ":2: \"ada\" is in the same group twice"
    ),
    (
      "{\"users\": {\n\"a\\u0007\": {\"password\": \"\(hash)\"}}}",
      ":2: \"a\\u0007\" cannot log in: a name has 1 to 100 characters, no space at its ends and no"
    ),
    (
      "{\"users\": {\"ada\": {\"password\": \"\(hash)\"},\n\"ada\": {}}}",
      ":2: duplicate key; first used on line 1"
    ),
    (
      "{\"users\": {\"ada\": {\"password\": \"\(hash)\"}},\n\"tokens\": {\n\"ada\": {\"hash\": \"\(hash)\"}}}",
      ":3: \"ada\" is already the name of a user"
    ),
    (
      "{\"tokens\": {\"a\": {\"hash\": \"\(hash)\"}},\n\"users\": {\n\"a\": {\"password\": \"\(hash)\"}}}",
      ":3: \"a\" is already the name of a token"
    ),
    (
      "{\"tokens\": {\n\"sensor.s3cret\": {\"hash\": \"\(hash)\"}}}",
      ":2: the name of a token ends before the dot"
    ),
    (
      "{\"users\": {\"ada\": {\n\"password\": \"$y$jFT$salt$\(last)\"}}}",
      ":2: password of \"ada\" is a hash that takes too much time or memory; make one with"
    ),
    (
      "{\"users\": {\"ada\": {\n\"password\": \"$y$j75$sal$\(last)\"}}}",
      ":2: password of \"ada\" is a hash that this system cannot compute; make one with"
    ),
    ("{\n\"s3cret\": 1}", ":2: unknown key; there are users, tokens"),
    ("{\"users\": {\"ada\": {\n\"s3cret\": 1}}}", ":2: unknown key; there are password, groups"),
    (
      "{\"tokens\": {\"sensor.s3cret\": {},\n\"sensor.s3cret\": {}}}",
      ":2: duplicate key; first used on line 1"
    ),
    ("{\"tokens\": {\n\"sensor.s3cret\": {}}}", ":2: \"sensor…\" has no hash"),
    ("{\"tokens\": {\n\"sensor.s3cret\": 1}}", ":2: \"sensor…\" must be {\"hash\": a hash, "),
    ("{\"users\": {\n\"sensor.s3cret\": {}}}", ":2: \"sensor…\" has no password"),
    (
      "{\"tokens\": {\n\"sensor.s3cret\": {\"hash\": \"x\"}}}",
      ":2: hash of \"sensor…\" is not a hash as in crypt(5); make one with"
    ),
    (
      "{\"users\": {\"sensor.s3cret\": {\"password\": \"\(hash)\",\n\"groups\": 1}}}",
      ":2: \"groups\" must be a list of names"
    ),
    (
      "{\"users\": {\n\"sensor.s3cret\": {\"password\": \"\(hash)\", \"groups\": [\"\"]}}}",
      ":2: a group of \"sensor…\" has no valid name: a name has"
    ),
  ])
  func `a mistake is reported with its line, and without the value`(
    text: String, words: String
  ) throws {
    let error = try #require(throws: StartError.self) { try read(text) }
    expect(error.status, equals: .configuration)
    expect(error.description.hasPrefix("\(file)\(words)"), "\(error.description)")
    expect(!error.description.contains("s3cret"))
    expect(!error.description.contains("$"))
  }

  @Test func `the file must exist, and must be a regular file of at most a mebibyte`() throws {
    let blanks = String(repeating: " ", count: (1 << 20) - 2)
    expect(try read("{}\(blanks)"), equals: Accounts())
    try write("{} \(blanks)", to: directory.file("long"))
    mkfifo(directory.file("pipe"), 0o600)
    symlink(file, directory.file("link"))
    expect(try AccountsFile.read(directory.file("link")), equals: Accounts())
    for (name, reason) in [
      ("none", "it does not exist"), ("long", "it is longer than 1048576 bytes"),
      ("pipe", "it is not a regular file"), ("", "it is not a regular file"),
    ] {
      let error = try #require(throws: StartError.self) {
        try AccountsFile.read(directory.file(name))
      }
      expect(error.status, equals: .configuration)
      expect(error.description, equals: "\(directory.file(name)) cannot be read: \(reason)")
    }
  }

  @Test(arguments: [0o400, 0o600, 0o640, 0o700])
  func `its owner may write it, and its group read it`(mode: mode_t) throws {
    try write("{}", to: file)
    chmod(file, mode)
    expect(try AccountsFile.read(file), equals: Accounts())
  }

  @Test(arguments: [
    (0o660, "others can write to it; run: chmod go-w"),
    (0o602, "others can write to it; run: chmod go-w"),
    (0o644, "everyone can read it, and it contains secrets; run: chmod o-r"),
    (0o604, "everyone can read it, and it contains secrets; run: chmod o-r"),
  ])
  func `a file that others can write, or everyone can read, is refused`(
    mode: mode_t, reason: String
  ) throws {
    try write("{}", to: file)
    chmod(file, mode)
    let error = try #require(throws: StartError.self) { try AccountsFile.read(file) }
    expect(error.status, equals: .notAllowed)
    expect(error.description, equals: "\(file) is not used: \(reason) \(file)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `a file of another user is refused`() throws {
    try write("{}", to: file)
    chown(file, 12_345, 12_345)
    let error = try #require(throws: StartError.self) { try AccountsFile.read(file) }
    expect(error.status, equals: .notAllowed)
    expect(error.description.contains("neither root nor the user who runs this program"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `a file with thousands of users is read at once`() throws {
    let users = (0..<7000).map { "\"user\($0)\":{\"password\":\"\(Self.hash)\"}" }
    let accounts = try read("{\"users\":{\(users.joined(separator: ",\n"))}}")
    var other = Accounts()
    for number in 0..<7000 { try other.addUser("user\(number)", SecretHash(Self.hash)) }
    expect(accounts, equals: other)
  }
}
