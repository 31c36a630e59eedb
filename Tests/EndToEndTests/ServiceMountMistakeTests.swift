import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Mistakes in the configuration of a service.
@Suite(.blocking) struct ServiceMountMistakeTests {
  private static let url = #""http":"https://example.org/""#
  private let files = ServiceFiles()

  /// What a daemon reports about a configuration with a mount `news`, whose members begin in line
  /// 3.
  private func report(_ members: String) throws -> String {
    try write("{\"mounts\": {\n\"news\": {\n\(members)}}}", to: files.configuration)
    let process = try ChildProcess(
      builtProgram("procond"),
      ["--config", files.configuration, "--socket", files.directory.file("s")],
      environment: ["PROCON_STATE_DIR": files.state])
    expect(try process.waitForEnd(), equals: .exited(78), "\(process.standardError)")
    expect(!process.standardError.contains("s3cret"), "\(process.standardError)")
    let start = "procond: \(files.configuration):"
    expect(process.standardError.hasPrefix(start), "\(process.standardError)")
    return String(process.standardError.dropFirst(start.count))
  }

  @Test(arguments: [
    (#""http":1"#, #"3: http must be a URL such as "https://example.org/v2/""#),
    (#""http":"example.org""#, "it starts with https:// or http://"),
    (#""http":"ftp://example.org/""#, "it starts with https:// or http://"),
    (#""http":"https:///v2/""#, "its host or its port is not valid"),
    (#""http":"https://example.org:99999/""#, "its host or its port is not valid"),
    (#""http":"https://ada:s3cret@example.org/""#, "a password in it would be part of logs"),
    (#""http":"https://s3cret@example.org/""#, "a password in it would be part of logs"),
    (#""http":"https://example.org/?key=s3cret""#, "it has no query"),
    (#""http":"https://example.org/#s3cret""#, "it has no fragment"),
    (#""http":"https://example.org/a b""#, "it contains a character that must be percent-encoded"),
  ])
  func `a mistake in the URL is reported without the URL`(member: String, reason: String) throws {
    let report = try report(member)
    expect(report.hasPrefix("3: http must be a URL"), "\(report)")
    expect(report.contains(reason), "\(report)")
  }

  @Test(arguments: [
    (#""shape":"table""#, #"shape cannot be "table": it must be "board" or "posts""#),
    (#""expires":-1"#, "expires cannot be -1: it must be a number of seconds, 0 to"),
    (#""expires":"soon""#, #"expires cannot be "soon": it must be a number of seconds"#),
    (#""poll":0.5"#, "poll cannot be 0.5: it must be 0 for never, or at least 1 second"),
    (#""poll":-1"#, "poll cannot be -1: it must be a number of seconds, 0 to"),
    (#""cache":-1"#, "cache cannot be -1: it must be a number of bytes from 0 to"),
    (#""cache":"64M""#, #"cache cannot be "64M": it must be a number of bytes from 0 to"#),
    (#""redirects":"all""#, #"redirects cannot be "all": it must be "same" or "any""#),
    (#""shouldPrune":"no""#, #"shouldPrune cannot be "no": it must be true or false"#),
    (
      #""shouldCheckReachability":0"#,
      "shouldCheckReachability cannot be 0: it must be true or false"
    ),
    (
      #""shouldWaitForSaveToPersistence":"x""#,
      #"shouldWaitForSaveToPersistence cannot be "x": it must be true or false"#
    ),
    (#""redirects":true"#, #"redirects cannot be true: it must be "same" or "any""#),
    (#""retries":3"#, #"there is no key "retries"; there are http, shape, expires, poll, cache"#),
    (#""http":"https://example.org/""#, "duplicate key http; first used on line 3"),
    (#""headers":"s3cret""#, "headers must be an object of headers"),
    (#""headers":["s3cret"]"#, "headers must be an object of headers"),
    (
      #""headers":{"Authorization: s3cret":"x"}"#,
      "headers: a name must consist of letters, digits and hyphens, such as Authorization"
    ),
    (#""headers":{"":"x"}"#, "headers: a name must consist of"),
    (#""headers":{"X-Key":"a","x-key":"b"}"#, "duplicate header x-key"),
    (#""headers":{"X-Key":"s3cret\nb"}"#, "X-Key must be one line of visible characters"),
    (#""headers":{"X-Key":" "}"#, "X-Key must be one line of visible characters"),
    (#""headers":{"X-Key":"s3crét"}"#, "X-Key must be one line of visible characters"),
    (#""headers":{"X-Key":{"text":"s3cret"}}"#, #"X-Key must be a text, or {"file": the path"#),
    (#""headers":{"X-Key":["s3cret"]}"#, #"X-Key must be a text, or {"file": the path"#),
    (#""headers":{"X-Key":{"file":["s3cret"]}}"#, "file must be a path"),
  ])
  func `a mistake in a setting is reported with line and key`(
    member: String, words: String
  ) throws {
    let report = try report("\(Self.url),\n\(member)")
    expect(report.hasPrefix("4: \(words)"), "\(report)")
  }

  @Test(arguments: [
    #""news":{"htp":"https://ada:s3cret@example.org/"}"#, #""news":"https://s3cret@example.org/""#,
    #""news":{"url":1,"headers":{"Authorization":"s3cret"}}"#,
  ])
  func `a mount of no known kind is reported without what may be a secret`(
    mount: String
  ) throws {
    for text in [#"{"mounts":{\#(mount)}}"#, #"{"mounts":[{\#(mount)}]}"#] {
      try write(text, to: files.configuration)
      let process = try ChildProcess(
        builtProgram("procond"),
        ["--config", files.configuration, "--socket", files.directory.file("s")])
      expect(try process.waitForEnd(), equals: .exited(78))
      expect(process.standardError.hasPrefix("procond: \(files.configuration):1: "))
      expect(process.standardError.contains(" must be "), "\(process.standardError)")
      expect(!process.standardError.contains("s3cret"), "\(process.standardError)")
    }
  }

  @Test func `a secret's file must be one line that others can neither read nor change`() throws {
    let member = Self.url + #","headers":{"Authorization":"# + "\n" + #"{"file":"token"}}"#
    let place = files.token
    let key = "4: Authorization: "
    expect(try report(member), equals: "\(key)\(place) cannot be read: it does not exist\n")
    for (text, mode, reason) in [
      ("Bearer s3cret\n", 0o604, "everyone can read it, and it contains secrets; run: chmod o-r"),
      ("Bearer s3cret\n", 0o620, "others can write to it; run: chmod go-w"),
    ] as [(String, mode_t, String)] {
      try write(text, to: place)
      chmod(place, mode)
      expect(try report(member), equals: "\(key)\(place) is not used: \(reason) \(place)\n")
    }
    for text in ["Bearer s3cret\nBearer other\n", "", "\n", "Bearer s3cr\u{E9}t\n"] {
      unlink(place)
      try write(text, to: place)
      expect(
        try report(member), equals: "\(key)\(place) must contain one line of visible characters\n")
    }
    unlink(place)
    try write(String(repeating: "x", count: 8193), to: place)
    expect(
      try report(member), equals: "\(key)\(place) cannot be read: it is longer than 8192 bytes\n")
  }

  @Test(arguments: [
    (#""etcd":"https://a:2379""#, "3: etcd must be an array of URLs"),
    (#""etcd":[]"#, "3: etcd must be an array of URLs"),
    (#""etcd":["https://root:s3cret@a:2379"]"#, "a password in it would be part of logs"),
    (#""etcd":["https://a:2379/v3"]"#, "with nothing behind the port"),
    (#""etcd":["https://a:2379","https://a:2379"]"#, "each once"),
    (#""etcd":["https://a:2379"],"prefix":"/team""#, "with / at its end"),
    (#""etcd":["https://a:2379"],"key":"a.key""#, "key needs certificate beside it"),
    (#""etcd":["https://a:2379"],"user":"procon""#, "user needs password beside it"),
    (
      #""etcd":["https://a:2379"],"user":"procon","password":["s3cret"]"#,
      "password must be a text, or {\"file\""
    ),
    (#""etcd":["http://a:2379"],"ca":"ca.pem""#, "ca is of no use with http://a:2379"),
    (#""etcd":["https://a:2379"],"poll":1"#, #"there is no key "poll"; there are etcd, prefix"#),
    (#""boxes":{"etcd":[]}"#, "3: etcd must be an array of URLs"),
    (#""boxes":{"sqlite":"a"}"#, #"3: boxes must be {"etcd": URLs}"#),
    (#""boxes":{"etcd":["https://a:2379"]},"prefix":"/a/""#, #"there is no key "prefix""#),
    (#""boxes":{"etcd":["https://a:2379"],"password":"s3cret"}"#, "password needs user beside it"),
  ])
  func `a mistake in a cluster is reported without secrets`(
    members: String, reason: String
  ) throws {
    let report = try report(members)
    expect(report.contains(reason), "\(report)")
  }
}
