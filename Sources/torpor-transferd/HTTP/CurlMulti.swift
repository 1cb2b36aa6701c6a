import CCurl
import Glibc
import TorporPosix

/// All requests in progress, driven by the event loop; nothing waits inside curl.
final class CurlMulti {
  private let pointer: UnsafeMutableRawPointer
  private let loop: EventLoop
  private var sockets: [Int32: EventLoop.Token] = [:]
  private var timer: EventLoop.Token?
  private var isDue = false
  private var added: [UnsafeMutableRawPointer: CurlHandle] = [:]
  /// Keeps the TLS sessions negotiated by a handle for later handles; no locks are needed on one thread.
  private let share: UnsafeMutableRawPointer?

  /// The maximum number of connections: 64, about 16 hosts with 4 each (our choice; a home router tracks thousands).
  static let connectionsMax = 64
  /// The maximum number of requests in curl at a time.
  ///
  /// Twice the number of connections, because many requests share one over HTTP/2. Our choice.
  static let requestsMax = 128

  init(on loop: EventLoop) throws(SystemError) {
    curl_global_init(Int(CURL_GLOBAL_ALL))
    guard let pointer = curl_multi_init() else {
      throw SystemError(operation: "make", subject: "a set of requests", code: ENOMEM)
    }
    self.pointer = pointer
    self.loop = loop
    share = torpor_curl_share_tls_sessions()
    torpor_curl_multi_set_number(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, CurlMulti.connectionsMax)
    torpor_curl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, CurlMulti.connectionsMax)
    torpor_curl_multi_set_number(pointer, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    torpor_curl_multi_set_functions(
      pointer,
      { _, socket, interest, context, _ in
        multi(context)?.watch(socket, interest)
        return 0
      },
      { _, milliseconds, context in
        multi(context)?.setTimer(milliseconds)
        return 0
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// Whether there is space for another request.
  var hasRoom: Bool { added.count < CurlMulti.requestsMax }

  /// Sets the maximum number of simultaneous connections to one host, from now on.
  func setHostConnectionsMax(_ count: Int) {
    torpor_curl_multi_set_number(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, count)
  }

  /// Returns a handle for one request.
  func makeHandle() -> CurlHandle? {
    guard let handle = CurlHandle() else { return nil }
    handle.set(CURLOPT_SHARE, share)
    return handle
  }

  /// Begins the request; `whenDone` is called only from `settle`.
  func add(_ handle: CurlHandle) {
    added[handle.pointer] = handle
    curl_multi_add_handle(pointer, handle.pointer)
  }

  /// Cancels the request if it is in progress; its handle is no longer used.
  func remove(_ handle: CurlHandle) {
    if added.removeValue(forKey: handle.pointer) != nil {
      curl_multi_remove_handle(pointer, handle.pointer)
    }
    handle.owner = nil
    handle.whenDone = nil
  }

  /// Does the due work and reports which transfers are done; returns whether there was any.
  func settle() -> Bool {
    if isDue {
      isDue = false
      act(on: -1, 0)
    }
    var wereDone = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(pointer, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let handle = added[easy]
      else { continue }
      let result = torpor_curl_result(message)
      wereDone = true
      // Removed from curl first: the handler may add it again.
      added[easy] = nil
      curl_multi_remove_handle(pointer, easy)
      handle.whenDone?(result)
    }
    return wereDone
  }

  /// Whether `settle` has work to do before any event.
  var hasDue: Bool { isDue }

  private func act(on socket: Int32, _ flags: Int32) {
    var running: Int32 = 0
    curl_multi_socket_action(pointer, socket, flags, &running)
  }

  private func watch(_ socket: Int32, _ interest: Int32) {
    var wanted: EventLoop.Readiness = []
    if interest & CURL_POLL_IN != 0 { wanted.insert(.readable) }
    if interest & CURL_POLL_OUT != 0 { wanted.insert(.writable) }
    if interest == CURL_POLL_REMOVE {
      if let token = sockets.removeValue(forKey: socket) { loop.cancel(token) }
    } else if let token = sockets[socket] {
      try? loop.change(token, to: wanted)
    } else {
      // This fails only if memory is short; the request then ends because of its silence.
      sockets[socket] = try? loop.register(socket, for: wanted) { [unowned self] readiness in
        var flags: Int32 = 0
        if readiness.contains(.readable) { flags |= CURL_CSELECT_IN }
        if readiness.contains(.writable) { flags |= CURL_CSELECT_OUT }
        if !readiness.isDisjoint(with: [.hangUp, .failed]) { flags |= CURL_CSELECT_ERR }
        act(on: socket, flags)
      }
    }
  }

  /// Sets curl's timer; curl must not be called from here, so work that is due at once waits for `settle`.
  private func setTimer(_ milliseconds: Int) {
    if let timer { loop.cancel(timer) }
    timer = nil
    isDue = milliseconds == 0
    guard milliseconds > 0 else { return }
    timer = loop.schedule(after: .milliseconds(milliseconds)) { [unowned self] in
      timer = nil
      isDue = true
    }
  }
}

private func multi(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
  context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
}
