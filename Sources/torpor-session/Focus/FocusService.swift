import TorporModel
import TorporPosix
import TorporWire

/// The focus and the windows as reported by another program: a compositor's extension or script that calls
/// `io.torpor.Session.SetFocus` and `SetWindows` on the session bus.
///
/// It is for Wayland compositors without another interface: an extension of GNOME's shell, a script of KWin. Its report
/// holds until it sends another one or leaves the bus; the last caller counts. A process in an app's group, or anywhere
/// in `app.slice`, may not call, because it could keep itself running and have others frozen. Any other process of the
/// user may, such as a compositor or a unit of the session.
final class FocusService: FocusSource {
  static let name = "io.torpor.Session"
  static let path = "/io/torpor/Session"

  private let bus: BusConnection
  private let loop: EventLoop
  private let reportWindows: (WindowNews?) -> Void
  private let report: (FocusNews?) -> Void
  private let isOfApp: (Int32) -> Bool
  private var tokens: [BusConnection.Token] = []
  private var view = FocusView(focused: [])
  /// The last caller for each subject.
  private var callers: [Matter: Caller] = [:]

  /// The subjects of reports; a compositor's script may report one, and a helper the other.
  private enum Matter: CaseIterable {
    /// The focus, and the window under the pointer.
    case focus
    case windows
  }

  private struct Caller {
    /// Its name on the bus.
    let name: String
    /// Watches for its end.
    let watch: BusConnection.Token
  }

  /// The time until which a caller's report holds, if it has set one; empty if it has not.
  private var leases: [String: EventLoop.Token] = [:]

  /// The maximum of this time: an hour; our choice.
  static let leaseSecondsMax: Int64 = 3600

  /// Makes a service; `isOfApp`: whether a process belongs to an app, or may.
  init(
    on bus: BusConnection,
    loop: EventLoop,
    isOfApp: @escaping (Int32) -> Bool = { !AppGroup.mayReport($0) },
    reportWindows: @escaping (WindowNews?) -> Void = { _ in },
    report: @escaping (FocusNews?) -> Void
  ) {
    self.bus = bus
    self.loop = loop
    self.isOfApp = isOfApp
    self.reportWindows = reportWindows
    self.report = report
  }

  deinit {
    for token in tokens + callers.values.map(\.watch) { bus.cancel(token) }
    for token in leases.values { loop.cancel(token) }
  }

  func start() {
    tokens = [
      bus.serve(path: FocusService.path) { [unowned self] in answer($0, $1) },
      bus.own(FocusService.name) { _ in },
      bus.observe { [weak self] state in
        guard case .lost = state else { return }
        for matter in Matter.allCases { self?.forgetCaller(of: matter) }
      },
    ]
  }

  private func answer(_ call: BusEvent, _ due: BusDue) {
    switch (call.interface, call.member) {
    case ("org.freedesktop.DBus.Introspectable", "Introspect"):
      due.answer(.values([.string(FocusService.introspection)]))
    case (FocusService.name, "SetFocus"): admit(call, due) { $0.set(\.focused, call) }
    // `SetHovered`: its name in earlier builds, which a helper may still call.
    case (FocusService.name, "SetPointerFocus"), (FocusService.name, "SetHovered"):
      admit(call, due) { $0.set(\.pointerFocus, call) }
    case (FocusService.name, "SetWindows"): admit(call, due) { $0.setWindows(call) }
    case (FocusService.name, "KeepReports"): admit(call, due) { $0.keepReports(call) }
    default: due.answer(.unknownMethod(call))
    }
  }

  /// Passes on a report if its caller is permitted to make it; the bus identifies the caller.
  private func admit(
    _ call: BusEvent,
    _ due: BusDue,
    _ act: @escaping (FocusService) -> BusAnswer
  ) {
    // A connection's name is never reused.
    guard !callers.values.contains(where: { $0.name == call.sender }) else {
      return due.answer(act(self))
    }
    bus.call(
      BusCall(
        destination: BusNames.bus,
        path: BusNames.busPath,
        interface: BusNames.bus,
        member: "GetConnectionUnixProcessID",
        arguments: [.string(call.sender)]
      )
    ) { [weak self] result in
      guard let self else { return }
      let pid = (try? result.get().values.first?.integer).flatMap { Int32(exactly: $0) }
      if let objection = objection(to: call.member, ofProcess: pid) { return due.answer(objection) }
      due.answer(act(self))
    }
  }

  private func objection(to member: String, ofProcess pid: Int32?) -> BusAnswer? {
    let cause: String
    switch pid {
    case nil: cause = "the bus does not say which process calls"
    case let pid? where isOfApp(pid):
      cause =
        "process \(pid) belongs to an app or has ended, and an app could keep itself running by it"
    default: return nil
    }
    return .error(
      name: "org.freedesktop.DBus.Error.AccessDenied",
      message:
        "\(member) was refused: \(cause). Call it from the compositor, or from a helper that neither Torpor nor "
        + "the desktop has started as an app, such as a service in session.slice."
    )
  }

  private func set(_ member: WritableKeyPath<FocusView, [Int32]>, _ call: BusEvent) -> BusAnswer {
    let value = call.values.first
    let numbers = value?.elements ?? []
    let processes = numbers.compactMap { $0.integer.flatMap { Int32(exactly: $0) } }
    guard call.values.count == 1, value?.signature.first == "a", processes.count == numbers.count,
      processes.count <= FocusView.processesMax, processes.allSatisfy({ $0 > 0 })
    else {
      return .error(
        name: "org.freedesktop.DBus.Error.InvalidArgs",
        message: "\(call.member) takes an array of at most \(FocusView.processesMax) process "
          + "numbers (au)."
      )
    }
    follow(call.sender, for: .focus)
    view[keyPath: member] = processes
    report(.looked(view))
    return .values([])
  }

  private func setWindows(_ call: BusEvent) -> BusAnswer {
    let rows = call.values.first?.elements ?? []
    let views = rows.compactMap { row -> WindowView? in
      // A script of KWin cannot create structures: it sends arrays of two.
      let members = row.elements
      guard members.count == 2,
        let process = members[0].integer.flatMap({ Int32(exactly: $0) }), process > 0,
        let visibility = members[1].text.flatMap(WindowVisibility.init(rawValue:))
      else { return nil }
      return WindowView(process: process, visibility: visibility)
    }
    guard call.values.count == 1, call.values[0].signature.first == "a",
      views.count == rows.count, views.count <= WindowsPart.processesMax
    else {
      return .error(
        name: "org.freedesktop.DBus.Error.InvalidArgs",
        message:
          "SetWindows takes an array of at most \(WindowsPart.processesMax) windows, each with "
          + "the number of its process and 'focused', 'visible', 'minimised' or 'elsewhere' (a(us))."
      )
    }
    follow(call.sender, for: .windows)
    reportWindows(.looked(views))
    return .values([])
  }

  /// Lets the caller's report hold for that long from now, unless it calls again.
  ///
  /// This is for scripts whose connection outlives them, such as KWin's: a disabled script must not leave programs
  /// frozen that no source reports on any more.
  private func keepReports(_ call: BusEvent) -> BusAnswer {
    guard call.values.count == 1, let seconds = call.values[0].integer,
      (1...FocusService.leaseSecondsMax).contains(seconds)
    else {
      return .error(
        name: "org.freedesktop.DBus.Error.InvalidArgs",
        message:
          "KeepReports takes a number of seconds from 1 to \(FocusService.leaseSecondsMax) (u)."
      )
    }
    let sender = call.sender
    if let former = leases.removeValue(forKey: sender) { loop.cancel(former) }
    leases[sender] = loop.schedule(after: .seconds(seconds)) { [unowned self] in
      leases[sender] = nil
      for matter in Matter.allCases where callers[matter]?.name == sender {
        forgetCaller(of: matter)
      }
    }
    return .values([])
  }

  /// Discards an earlier caller's report on the subject: its successor reports all of it.
  private func follow(_ sender: String, for matter: Matter) {
    guard callers[matter]?.name != sender else { return }
    if let former = callers[matter] { bus.cancel(former.watch) }
    if matter == .focus { view = FocusView(focused: []) }
    let watch = bus.match(
      "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
        + "member='NameOwnerChanged',arg0='\(sender)'"
    ) { [unowned self] event in
      guard event.isFromBus, event.values.first?.text == callers[matter]?.name else { return }
      forgetCaller(of: matter)
    }
    callers[matter] = Caller(name: sender, watch: watch)
  }

  private func forgetCaller(of matter: Matter) {
    guard let former = callers.removeValue(forKey: matter) else { return }
    bus.cancel(former.watch)
    if !callers.values.contains(where: { $0.name == former.name }),
      let lease = leases.removeValue(forKey: former.name)
    {
      loop.cancel(lease)
    }
    switch matter {
    case .focus: report(nil)
    case .windows: reportWindows(nil)
    }
  }

  private static let introspection = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="io.torpor.Session">
        <method name="SetFocus"><arg name="pids" type="au" direction="in"/></method>
        <method name="SetPointerFocus"><arg name="pids" type="au" direction="in"/></method>
        <method name="SetWindows"><arg name="windows" type="a(us)" direction="in"/></method>
        <method name="KeepReports"><arg name="seconds" type="u" direction="in"/></method>
      </interface>
    </node>
    """
}
