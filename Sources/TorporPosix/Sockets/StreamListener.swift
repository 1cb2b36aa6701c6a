internal import CTorporPosix
internal import Glibc

/// A listening Unix socket on an event loop.
///
/// Removes the socket file when it goes away, unless another process has made it. Belongs to the loop's thread.
package final class StreamListener {
  package let path: String
  /// Whether the file is another process's, which goes on listening.
  private let isInherited: Bool
  private let descriptor: Descriptor
  private let loop: EventLoop
  private let handler: (Int32) -> Void
  private var token: EventLoop.Token?
  /// Kept open for the moment when the process has no descriptor left: it is given up to accept a
  /// connection and turn it away, because one that is not accepted wakes the loop for ever.
  private var spare: Int32

  /// Listens at the path and hands each new connection to `handler`, which owns it from then on.
  ///
  /// - Throws: `SystemError` naming the path; `EADDRINUSE` when something is there already.
  package init(
    at path: String,
    mode: UInt32,
    backlog: Int32,
    on loop: EventLoop,
    handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    self.path = path
    isInherited = false
    descriptor = try UnixSocket.listen(at: path, mode: mode, backlog: backlog)
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
    self.loop = loop
    self.handler = handler
    try start()
  }

  /// Accepts at a socket that listens already and that the process inherited; its file stays.
  ///
  /// - Throws: `SystemError` when the loop cannot watch it.
  package init(
    inherited socket: consuming Descriptor,
    at path: String,
    on loop: EventLoop,
    handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    self.path = path
    isInherited = true
    try socket.makeNonBlocking()
    descriptor = socket
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
    self.loop = loop
    self.handler = handler
    try start()
  }

  private func start() throws(SystemError) {
    let number = descriptor.rawValue
    token = try loop.register(number, for: .readable) { [unowned self] _ in accept() }
  }

  deinit {
    if let token { loop.cancel(token) }
    if !isInherited { unlink(path) }
    if spare >= 0 { _ = close(spare) }
  }

  // Connections accepted in one turn; more wait for the next. Our choice.
  private static let acceptsPerTurnMax = 32

  private func accept() {
    for _ in 0..<StreamListener.acceptsPerTurnMax {
      let number = torpor_accept(descriptor.rawValue)
      if number >= 0 {
        handler(number)
      } else if number == -EMFILE || number == -ENFILE {
        turnAway()
      } else if number != -EINTR && number != -ECONNABORTED {
        return
      }
    }
  }

  private func turnAway() {
    guard spare >= 0 else { return }
    _ = close(spare)
    let number = torpor_accept(descriptor.rawValue)
    if number >= 0 { _ = close(number) }
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
  }
}
