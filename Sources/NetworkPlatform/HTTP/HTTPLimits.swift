/// What a client allows a service to use up.
package struct HTTPLimits: Sendable {
  /// Maximum size of a decompressed body, in bytes: that of the largest value of a box.
  package var body = 8 * 1024 * 1024
  /// Maximum size of the headers of an answer, in bytes; servers send 1 KiB or so.
  package var headers = 65536
  /// Maximum number of redirects: one for https, one for a new host, and a few more.
  package var redirects = 5
  /// Maximum time until a connection is ready: two lost packets of the handshake, and some.
  package var connecting: Duration = .seconds(10)
  /// Maximum time without a byte from the service, in whole seconds.
  package var silence: Duration = .seconds(20)
  /// Maximum time until the answer is complete. With 8 MiB, it is reached at 140 kB/s.
  package var total: Duration = .seconds(60)
  /// Maximum number of requests in flight to one origin, as in browsers. Others wait.
  package var perOrigin = 6
  /// Maximum number of requests in flight, and of connections that are kept. Others wait.
  package var atOnce = 32
  /// How long connections, and the parsed certificates of authorities, are kept while no request is in
  /// flight. Longer than the pause of a list that is refreshed every minute: parsing takes 20 ms.
  package var idle: Duration = .seconds(75)

  package init() {}
}
