package import TorporCore
package import TorporPosix

/// What carries the default route, told anew whenever the kernel changes links or routes.
///
/// The state is read from `/proc/net` and `/sys/class/net`; rtnetlink only says when to look. No
/// polling: nothing runs while nothing changes.
package final class NetworkAdapter {
  private let reader: NetworkReader
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var routeMessages: NetlinkSocket?
  private var pending: EventLoop.Token?
  private var last: NetworkState?

  /// Makes an adapter that says nothing before `start`.
  ///
  /// Traffic over `meteredInterfaces` costs, as the user says. A user's wish for little traffic (Low
  /// Data Mode) is not the kernel's to know and comes from elsewhere.
  package init(
    meteredInterfaces: Set<String> = [],
    procRoot: String = "/proc",
    sysRoot: String = "/sys",
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    reader = NetworkReader(
      procRoot: procRoot,
      sysRoot: sysRoot,
      meteredInterfaces: meteredInterfaces
    )
    self.loop = loop
    self.sink = sink
  }

  deinit {
    if let pending { loop.cancel(pending) }
  }

  /// Posts the present state and every later one.
  ///
  /// - Throws: `SystemError` where the kernel does not tell of changes; the present state is posted.
  package func start() throws(SystemError) {
    look()
    routeMessages = try NetlinkSocket(.routes, on: loop) { [unowned self] _ in lookSoon() }
  }

  /// Reads the state and posts it if it has changed.
  package func look() {
    let state = reader.state()
    guard state != last else { return }
    last = state
    sink.post(.input(.device(event: .network(state))))
  }

  /// How long to wait after a notice: 100 ms, because a link that comes up brings a dozen of them
  /// within that time.
  ///
  /// Our choice.
  private static let settleTime = Duration.milliseconds(100)

  private func lookSoon() {
    guard pending == nil else { return }
    pending = loop.schedule(after: NetworkAdapter.settleTime) { [unowned self] in
      pending = nil
      look()
    }
  }
}
