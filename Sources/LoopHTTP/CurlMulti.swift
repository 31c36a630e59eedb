internal import CCurl
internal import Glibc
internal import UVLoop

/// libcurl's transfers, driven by the loop: it has no thread, except where libcurl looks up a host.
///
/// libcurl reports its sockets and the time of its next step through callbacks, which run inside its
/// functions. They only note what to watch; libcurl must not be called from them.
@LoopActor
final class CurlMulti {
  private let handle: UnsafeMutableRawPointer
  private var sockets: [Int32: Socket] = [:]
  private var timer: Timer?
  private let whenDone: @LoopActor (UnsafeMutableRawPointer, CURLcode) -> Void
  private let whenProceeded: @LoopActor () -> Void

  private struct Socket {
    let poll: Poll
    var events: Poll.Events
  }

  /// - Parameters:
  ///   - connections: maximum number of connections that are kept for later requests.
  ///   - whenDone: receives each transfer that ended by itself and was removed, and its result. May
  ///     add and remove others.
  ///   - whenProceeded: called after something may have arrived.
  init(
    connections: Int, whenDone: @escaping @LoopActor (UnsafeMutableRawPointer, CURLcode) -> Void,
    whenProceeded: @escaping @LoopActor () -> Void
  ) {
    guard isInitialized, let handle = loaded_curl_multi_init() else {
      preconditionFailure("libcurl has no memory")
    }
    self.handle = handle
    self.whenDone = whenDone
    self.whenProceeded = whenProceeded
    let owner = Unmanaged.passUnretained(self).toOpaque()
    curl_multi_set_number(handle, CURLMOPT_MAXCONNECTS, connections)
    curl_multi_set_pointer(handle, CURLMOPT_SOCKETDATA, owner)
    curl_multi_set_socket_function(handle, onSocket)
    curl_multi_set_pointer(handle, CURLMOPT_TIMERDATA, owner)
    curl_multi_set_timer_function(handle, onTimer)
  }

  /// All transfers must have been removed.
  isolated deinit {
    // libuv must not watch descriptors that libcurl closes.
    for socket in sockets.values { socket.poll.close() }
    timer?.cancel()
    curl_multi_set_socket_function(handle, nil)
    curl_multi_set_timer_function(handle, nil)
    loaded_curl_multi_cleanup(handle)
  }

  /// Starts a transfer, in a later turn of the loop.
  func add(_ easy: UnsafeMutableRawPointer) {
    // Fails only for a handle that was added before.
    loaded_curl_multi_add_handle(handle, easy)
  }

  /// Ends a transfer at once.
  func remove(_ easy: UnsafeMutableRawPointer) {
    loaded_curl_multi_remove_handle(handle, easy)
  }

  fileprivate func watch(_ descriptor: Int32, _ action: Int32) {
    let events: Poll.Events
    switch action {
    case CURL_POLL_IN: events = .readable
    case CURL_POLL_OUT: events = .writable
    case CURL_POLL_INOUT: events = [.readable, .writable]
    case CURL_POLL_REMOVE:
      sockets.removeValue(forKey: descriptor)?.poll.close()
      return
    default: events = []
    }
    if let socket = sockets[descriptor] {
      sockets[descriptor]?.events = events
      socket.poll.watch(events)
    } else {
      // Without a poll, which takes memory of the kernel, the time limits end the transfer.
      let poll = try? Poll(descriptor, events) { [weak self] in self?.ready(descriptor, $0) }
      if let poll { sockets[descriptor] = Socket(poll: poll, events: events) }
    }
  }

  fileprivate func setTimer(_ milliseconds: Int) {
    timer?.cancel()
    timer =
      milliseconds < 0
      ? nil
      : Timer(after: .milliseconds(milliseconds)) { [weak self] in
        self?.proceed(CURL_SOCKET_TIMEOUT, 0)
      }
  }

  private func ready(_ descriptor: Int32, _ events: Poll.Events) {
    // Without a flag, libcurl finds out by itself what happened, such as an error.
    var flags: Int32 = 0
    if events.contains(.readable) { flags |= CURL_CSELECT_IN }
    if events.contains(.writable) { flags |= CURL_CSELECT_OUT }
    proceed(descriptor, flags)
    // libuv stops watching after an error. libcurl may read what arrived before it.
    if let socket = sockets[descriptor] { socket.poll.watch(socket.events) }
  }

  private func proceed(_ descriptor: Int32, _ flags: Int32) {
    // Errors of single transfers are in their results; time limits end those that do not proceed.
    var running: Int32 = 0
    loaded_curl_multi_socket_action(handle, descriptor, flags, &running)
    var waiting: Int32 = 0
    while let message = loaded_curl_multi_info_read(handle, &waiting) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      // The message is freed when its transfer is removed.
      let result = message.pointee.data.result
      endConnectionIfMoreArrived(easy)
      remove(easy)
      whenDone(easy, result)
    }
    whenProceeded()
  }

  /// libcurl would read what follows a body as the answer to the next request. It opens another
  /// connection for that one if it cannot send on this one.
  private func endConnectionIfMoreArrived(_ easy: UnsafeMutableRawPointer) {
    var version = 0
    curl_easy_get_number(easy, CURLINFO_HTTP_VERSION, &version)
    // In HTTP/2, what follows says to which request it belongs.
    guard version < CURL_HTTP_VERSION_2_0 else { return }
    var descriptor: Int32 = -1
    curl_easy_get_socket(easy, CURLINFO_ACTIVESOCKET, &descriptor)
    guard descriptor >= 0 else { return }
    var byte: UInt8 = 0
    if recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0 {
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }
}

/// Once for the process; libcurl reads the environment and its own files here.
private let isInitialized = loaded_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

private let onSocket: curl_socket_callback = { _, descriptor, action, owner, _ in
  guard let owner else { return 0 }
  let multi = Unmanaged<CurlMulti>.fromOpaque(owner)
  LoopActor.assumeIsolated { multi.takeUnretainedValue().watch(descriptor, action) }
  return 0
}

private let onTimer: curl_multi_timer_callback = { _, milliseconds, owner in
  guard let owner else { return 0 }
  let multi = Unmanaged<CurlMulti>.fromOpaque(owner)
  LoopActor.assumeIsolated { multi.takeUnretainedValue().setTimer(milliseconds) }
  return 0
}
