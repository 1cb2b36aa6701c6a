import TorporPosix

/// What the service manager that has started the daemon is told: when it is ready, that it lives, and when it
/// is about to end.
///
/// Without one, nothing is sent and nothing wakes.
final class ServiceNotices {
  private let socket: String?
  private let watchdogLimit: Duration?
  private let loop: EventLoop
  private let reportError: (SystemError) -> Void
  private var token: EventLoop.Token?

  /// Says nothing before `ready`.
  init(
    to environment: ServiceEnvironment,
    on loop: EventLoop,
    reportError: @escaping (SystemError) -> Void
  ) {
    socket = environment.notifySocket
    watchdogLimit = environment.watchdogLimit
    self.loop = loop
    self.reportError = reportError
  }

  deinit {
    if let token { loop.cancel(token) }
  }

  /// The daemon serves from now on; after this it is to show that it lives, where the manager asks for it.
  ///
  /// `beats` is called in a turn of the loop that has no other work.
  func ready(_ status: String, beats: @escaping () -> Void) {
    send("READY=1\nSTATUS=\(status)", patience: ServiceNotices.patience)
    guard socket != nil, let watchdogLimit else { return }
    beat(after: watchdogLimit / 3, beats)
  }

  /// The daemon has been told to end and does so.
  func stopping() { send("STOPPING=1", patience: ServiceNotices.patience) }

  /// How long a notice that decides what the manager does waits for it: 2 s.
  ///
  /// It answers within milliseconds; one that is stuck does not keep the daemon from its work for longer. Our
  /// choice.
  private static let patience = Duration.seconds(2)

  /// A third of the limit between two signs of life, so that one may be lost.
  ///
  /// sd_watchdog_enabled(3) recommends half of it, with which the next would come at the limit.
  private func beat(after length: Duration, _ beats: @escaping () -> Void) {
    token = loop.schedule(after: length) { [unowned self] in
      send("WATCHDOG=1", patience: .zero)
      beats()
      beat(after: length, beats)
    }
  }

  private func send(_ text: String, patience: Duration) {
    guard let socket else { return }
    do throws(SystemError) {
      try UnixSocket.sendDatagram(Array(text.utf8), to: socket, patience: patience)
    } catch {
      reportError(error)
    }
  }
}
