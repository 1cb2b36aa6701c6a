import CXcb
import TorporPosix

/// The windows of an X server, as its window manager lists and describes them (EWMH, ICCCM).
///
/// The owner of a window is only the process that the kernel reported to the server (X-Resource): by a window's own
/// claim (`_NET_WM_PID`), one app could hide another. It costs one event and one small exchange for each change of a
/// window's state, and one event for each other property of it, including titles.
final class X11Windows: FocusSource {
  private enum Name: CaseIterable {
    case clientList, activeWindow, shownDesktop, state, netState, hidden, desktop

    var text: StaticString {
      switch self {
      case .clientList: "_NET_CLIENT_LIST"
      case .activeWindow: "_NET_ACTIVE_WINDOW"
      case .shownDesktop: "_NET_CURRENT_DESKTOP"
      case .state: "WM_STATE"
      case .netState: "_NET_WM_STATE"
      case .hidden: "_NET_WM_STATE_HIDDEN"
      case .desktop: "_NET_WM_DESKTOP"
      }
    }
  }

  private let display: String?
  private let loop: EventLoop
  private let report: (WindowNews) -> Void
  private var connection: X11Connection?
  private var retry: EventLoop.Token?
  private var atoms: [Name: UInt32] = [:]
  private var windows: [UInt32: X11Window] = [:]
  private var hasList = false
  private var activeWindow: UInt32?
  private var shownDesktop: UInt32?
  /// The number of unanswered requests: when there are none, the known state is complete.
  private var questionCount = 0
  private var knowsClients = false

  /// The pause before a connection to a server that has ended is tried again: 10 s, as for the focus.
  private static let retrySeconds = 10

  init(display: String?, on loop: EventLoop, report: @escaping (WindowNews) -> Void) {
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
      connection.watchRootProperties()
      connection.hasClientProcesses { [unowned self] isKnown in
        knowsClients = isKnown
        findNames(on: connection)
      }
    } catch {
      lose(cause: error.cause)
    }
  }

  private func findNames(on connection: X11Connection) {
    for name in Name.allCases {
      connection.atom(name.text) { [unowned self] atom in
        atoms[name] = atom
        guard atoms.count == Name.allCases.count else { return }
        for name in [Name.clientList, .activeWindow, .shownDesktop] { lookAtRoot(name) }
      }
    }
  }

  private func lose(cause: String) {
    connection = nil
    (atoms, windows, questionCount, hasList) = ([:], [:], 0, false)
    report(.cannotTell(cause: cause))
    retry = loop.schedule(after: .seconds(X11Windows.retrySeconds)) { [unowned self] in
      retry = nil
      start()
    }
  }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    // The highest bit means that another client sent it: an app could use this to hide another one.
    switch Int32(event.pointee.response_type) {
    case XCB_PROPERTY_NOTIFY: propertyChanged(event)
    case XCB_DESTROY_NOTIFY:
      // The server may assign its number to another client's window, which must then be examined.
      event.withMemoryRebound(to: xcb_destroy_notify_event_t.self, capacity: 1) {
        windows[$0.pointee.window] = nil
      }
    default: break
    }
  }

  private func propertyChanged(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    event.withMemoryRebound(to: xcb_property_notify_event_t.self, capacity: 1) { notice in
      let (window, atom) = (notice.pointee.window, notice.pointee.atom)
      guard let name = Name.allCases.first(where: { atoms[$0] == atom }) else { return }
      switch name {
      case .clientList, .activeWindow, .shownDesktop:
        if window == connection?.root { lookAtRoot(name) }
      case .state, .netState, .desktop: if windows[window] != nil { look(at: window, name) }
      case .hidden: break
      }
    }
  }

  // MARK: Requests

  private func ask(
    _ name: Name,
    of window: UInt32,
    _ take: @escaping (X11Windows, [UInt32]?) -> Void
  ) {
    guard let connection, let atom = atoms[name] else { return }
    questionCount += 1
    connection.numbers(atom, of: window) { [weak self, weak connection] numbers in
      // This is an answer of a server that has ended.
      guard let self, self.connection === connection else { return }
      take(self, numbers)
      answered()
    }
  }

  private func lookAtRoot(_ name: Name) {
    guard let root = connection?.root else { return }
    ask(name, of: root) { windows, numbers in
      switch name {
      case .clientList: windows.take(list: numbers)
      case .activeWindow: windows.activeWindow = numbers?.first
      default: windows.shownDesktop = numbers?.first
      }
    }
  }

  private func take(list: [UInt32]?) {
    hasList = list != nil
    let listed = Set(list ?? [])
    windows = windows.filter { listed.contains($0.key) }
    for window in listed.sorted() where windows[window] == nil {
      windows[window] = X11Window()
      connection?.watchPropertiesAndEnd(of: window)
      for name in [Name.state, .netState, .desktop] { look(at: window, name) }
      guard knowsClients else { continue }
      questionCount += 1
      connection?.process(of: window) { [weak self, weak connection] process in
        guard let self, self.connection === connection else { return }
        windows[window]?.process = process
        answered()
      }
    }
  }

  private func look(at window: UInt32, _ name: Name) {
    ask(name, of: window) { all, numbers in
      switch name {
      case .state: all.windows[window]?.isIconic = numbers?.first == X11Window.iconicState
      case .netState:
        let hidden = all.atoms[.hidden]
        all.windows[window]?.isHidden = numbers?.contains { $0 == hidden } ?? false
      default: all.windows[window]?.desktop = numbers?.first
      }
    }
  }

  private func answered() {
    questionCount -= 1
    guard questionCount == 0 else { return }
    guard knowsClients else {
      return report(.cannotTell(cause: "the X server does not report the processes of its windows"))
    }
    guard hasList else {
      return report(.cannotTell(cause: "no window manager lists the X server's windows"))
    }
    let views = windows.sorted { $0.key < $1.key }.compactMap { number, window in
      window.process.map {
        WindowView(
          process: $0,
          visibility: window.visibility(
            isActive: number == activeWindow,
            shownDesktop: shownDesktop
          )
        )
      }
    }
    report(.looked(views))
  }
}
