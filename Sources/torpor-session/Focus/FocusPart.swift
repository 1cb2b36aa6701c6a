import TorporPosix
import TorporWire

/// The user's focus: combines the reports of the sources of focus into the one fact that the daemon receives.
///
/// Of several sources, the last in order that has a report counts: the X server, then sway, then the program that calls
/// `io.torpor.Session.SetFocus`, which knows best because it was set up on purpose. It costs nothing while the focus is
/// unchanged, except for the check of a focused terminal.
final class FocusPart: Part {
  // Shape: half of it is the state that it receives at its start; the rest is the last report, and three timers.
  /// The sources of focus, the most authoritative last.
  enum Origin: Int, CaseIterable {
    case x11
    case sway
    case call
  }

  let name = "focus"
  private let loop: EventLoop
  private let outbox: Outbox
  private let bus: BusConnection
  private let environment: (String) -> String?
  private let processes: () -> ProcessTable
  private let isOfApp: (Int32) -> Bool
  /// Receives the windows from the same sources.
  private let windows: WindowsPart?
  private var sources: [any FocusSource] = []
  private var grabs: GrabWatch?
  private var news: [Origin: FocusNews] = [:]
  private var debounce = FocusDebounce()
  private var linger: EventLoop.Token?
  private var look: EventLoop.Token?

  /// The interval at which a focused terminal is checked for programs that were started in it: 2 s.
  ///
  /// An unprivileged process is not notified of new processes; a new program has its grace period in the meantime. This
  /// applies only while a terminal has the focus, which means that a user is present. Our choice.
  static let terminalLookSeconds = 2

  /// Makes a part that reports nothing before `start`; `bus` is the session's, for `SetFocus`.
  init(
    on loop: EventLoop,
    bus: BusConnection,
    outbox: Outbox,
    environment: @escaping (String) -> String?,
    processes: @escaping () -> ProcessTable = { ProcessTable() },
    isOfApp: @escaping (Int32) -> Bool = { !AppGroup.mayReport($0) },
    windows: WindowsPart? = nil
  ) {
    self.loop = loop
    self.bus = bus
    self.outbox = outbox
    self.environment = environment
    self.processes = processes
    self.isOfApp = isOfApp
    self.windows = windows
  }

  deinit {
    for token in [linger, look].compactMap({ $0 }) { loop.cancel(token) }
  }

  func start() {
    sources = [
      FocusService(
        on: bus,
        loop: loop,
        isOfApp: isOfApp,
        reportWindows: { [windows] in windows?.take($0, from: .call) },
        report: { [unowned self] in take($0, from: .call) }
      )
    ]
    if let path = environment("SWAYSOCK") {
      sources.append(
        SwayFocus(
          path: path,
          on: loop,
          reportWindows: { [windows] in windows?.take($0, from: .sway) },
          report: { [unowned self] in take($0, from: .sway) }
        )
      )
    }
    if let display = environment("DISPLAY") {
      let x11 = X11Focus(display: display, on: loop) { [unowned self] in take($0, from: .x11) }
      // The X server of a Wayland session knows only X windows: when it reports that none has the focus, another window
      // may. Its grabs are real nevertheless.
      x11.tellsFocus = environment("WAYLAND_DISPLAY") == nil
      sources.append(x11)
      if let windows, x11.tellsFocus {
        sources.append(
          X11Windows(display: display, on: loop) { windows.take($0, from: .x11) }
        )
      }
      grabs = GrabWatch(x11: x11, on: loop) { [outbox] in outbox.tell(.grab(pid: $0)) }
    }
    settle(isNews: true)
    for source in sources { source.start() }
  }

  func obey(_ order: BridgeOrder) {
    switch order {
    case .frozen(let launch, let pids): grabs?.frozen(launch, pids)
    case .thawed(let launch): grabs?.thawed(launch)
    default: break
    }
  }

  func attached() { grabs?.forgetAll() }

  /// Takes a source's report; `nil`: it no longer reports.
  func take(_ told: FocusNews?, from origin: Origin) {
    news[origin] = told
    settle(isNews: true)
  }

  /// The causes of all sources, if none has a report.
  private var cause: String {
    let causes = Origin.allCases.compactMap { origin in
      if case .cannotTell(let cause) = news[origin] { cause } else { nil }
    }
    return causes.isEmpty
      ? "no source reports which window has the focus (X11, sway, or io.torpor.Session.SetFocus)"
      : causes.joined(separator: "; ")
  }

  private func settle(isNews: Bool) {
    let views = Origin.allCases.compactMap { origin in
      if case .looked(let view) = news[origin] { view } else { nil }
    }
    guard let view = views.last else {
      // The last focus remains: assuming that it is off screen could freeze the program in use.
      return outbox.tell(self, isAvailable: false, because: cause)
    }
    outbox.tell(self, isAvailable: true)
    // A window may claim that it belongs to process 0.
    let owners = Set(view.focused.filter { $0 > 0 }).sorted()
    let table = owners.isEmpty ? ProcessTable([]) : processes()
    let focused = table.withTerminalPrograms(of: owners)
    debounce.look(
      Array(focused.prefix(FocusView.processesMax)),
      atNanoseconds: BootClock.nanoseconds()
    )
    tellFocus()
    let pointerFocus = Set(view.pointerFocus.filter { $0 > 0 }).sorted()
    outbox.tell(.pointerFocus(pids: Array(pointerFocus.prefix(FocusView.processesMax))))
    // A new terminal has no programs yet; it is checked once more.
    watchTerminal(focused.count > owners.count || isNews && !focused.isEmpty)
  }

  private func tellFocus() {
    outbox.tell(.focus(pids: Array(debounce.focused.prefix(FocusView.processesMax))))
    if let linger { loop.cancel(linger) }
    linger = debounce.nextNanoseconds.map { moment in
      loop.schedule(atBoottimeNanoseconds: moment) { [unowned self] in
        linger = nil
        debounce.expire(atNanoseconds: BootClock.nanoseconds())
        tellFocus()
      }
    }
  }

  private func watchTerminal(_ isWanted: Bool) {
    if let look { loop.cancel(look) }
    look = nil
    guard isWanted else { return }
    look = loop.schedule(after: .seconds(FocusPart.terminalLookSeconds)) { [unowned self] in
      look = nil
      settle(isNews: false)
      windows?.lookAgain()
    }
  }
}
