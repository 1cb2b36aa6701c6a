import CXcb
import TorporPosix

/// The focus as reported by the X server's window manager: `_NET_ACTIVE_WINDOW` of the root window.
///
/// The process of the window is the one that the kernel reported to the server (X-Resource); if that is unknown, as for
/// a program on another machine, it is the window's own claim (`_NET_WM_PID`). It costs one event and two small
/// exchanges whenever the focus moves, and an event for each step of the focused window while it is dragged.
final class X11Focus: FocusSource {
  private let display: String?
  private let loop: EventLoop
  private let report: (FocusNews) -> Void
  /// Whether the server's report on the focus counts; if not, only grabs are looked for.
  var tellsFocus = true
  private var connection: X11Connection?
  private var retry: EventLoop.Token?
  private var activeWindow: UInt32 = 0
  private var windowProcess: UInt32 = 0
  private var knowsClients = false
  /// The window that was active at the last check.
  private var watched: UInt32 = torpor_xcb_none
  /// The number of checks, so that the answer to an old one is not taken for a new one.
  private var lookCount = 0

  /// The pause before a server that has ended is looked for again: 10 s.
  ///
  /// Sessions end with their server; this is for those that do not. Our choice.
  private static let retrySeconds = 10

  init(display: String?, on loop: EventLoop, report: @escaping (FocusNews) -> Void) {
    self.display = display
    self.loop = loop
    self.report = report
  }

  deinit { if let retry { loop.cancel(retry) } }

  func start() {
    do throws(X11Connection.Failure) {
      let connection = try X11Connection(
        display: display,
        on: loop,
        onEvent: { [unowned self] event in handle(event) },
        onEnd: { [weak self] in self?.lose(cause: "the X server has closed the connection") }
      )
      self.connection = connection
      connection.hasClientProcesses { [unowned self] in knowsClients = $0 }
      guard tellsFocus else { return }
      connection.watchRootProperties()
      connection.atom("_NET_WM_PID") { [unowned self] in windowProcess = $0 }
      connection.atom("_NET_ACTIVE_WINDOW") { [unowned self] atom in
        activeWindow = atom
        look()
      }
    } catch {
      lose(cause: error.cause)
    }
  }

  /// Finds which of the processes hold the pointer or the keyboard, as far as X reveals it.
  ///
  /// X does not report their holder. If they are held, all of the given processes that are clients of the server may be
  /// the holder; if they are not, or none of the processes is a client, the answer is empty.
  func possibleHolders(among processes: Set<Int32>, handler: @escaping ([Int32]) -> Void) {
    guard let connection, knowsClients else { return handler([]) }
    connection.clientProcesses { [weak connection] clients in
      let candidates = processes.intersection(clients).sorted()
      guard let connection, !candidates.isEmpty else { return handler([]) }
      connection.isGrabbed { handler($0 ? candidates : []) }
    }
  }

  private func lose(cause: String) {
    connection = nil
    watched = torpor_xcb_none
    lookCount += 1
    if tellsFocus { report(.cannotTell(cause: cause)) }
    retry = loop.schedule(after: .seconds(X11Focus.retrySeconds)) { [unowned self] in
      retry = nil
      start()
    }
  }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    // The highest bit means that another client sent it; a window manager does not need to.
    switch Int32(event.pointee.response_type & 0x7f) {
    case XCB_PROPERTY_NOTIFY:
      event.withMemoryRebound(to: xcb_property_notify_event_t.self, capacity: 1) { notice in
        if notice.pointee.atom == activeWindow, activeWindow != 0 { look() }
      }
    // Some window managers (openbox) continue to name the last window when it has closed.
    case XCB_DESTROY_NOTIFY: look()
    default: break
    }
  }

  private func look() {
    guard let connection else { return }
    lookCount += 1
    let look = lookCount
    connection.number(activeWindow, of: connection.root) { [unowned self] window in
      guard look == lookCount else { return }
      guard let window else {
        return report(.cannotTell(cause: "no window manager reports the X server's active window"))
      }
      watchEnd(of: window)
      guard window != torpor_xcb_none else { return report(.looked(FocusView(focused: []))) }
      findProcess(of: window, look)
    }
  }

  private func watchEnd(of window: UInt32) {
    guard let connection, window != watched, window != connection.root else { return }
    if watched != torpor_xcb_none { connection.unwatch(watched) }
    if window != torpor_xcb_none { connection.watchEnd(of: window) }
    watched = window
  }

  private func findProcess(of window: UInt32, _ look: Int) {
    guard let connection else { return }
    guard knowsClients else { return askWindow(window, look) }
    connection.process(of: window) { [unowned self] process in
      guard look == lookCount else { return }
      guard let process else { return askWindow(window, look) }
      report(.looked(FocusView(focused: [process])))
    }
  }

  private func askWindow(_ window: UInt32, _ look: Int) {
    connection?.number(windowProcess, of: window) { [unowned self] number in
      guard look == lookCount else { return }
      let process = number.flatMap { Int32(exactly: $0) }
      report(.looked(FocusView(focused: process.map { [$0] } ?? [])))
    }
  }
}
