import TorporModel
import TorporWire

/// The focus and the windows as another program reports them: a compositor's extension or script that calls
/// `io.torpor.Session.SetFocus` and `SetWindows` on the session bus.
///
/// For Wayland compositors that tell nobody else: an extension of GNOME's shell, a script of KWin. What
/// it says holds until it says something else or leaves the bus; the last one to call counts. A process
/// of an app that the daemon governs may not call, or it could keep itself running. Any other of the user
/// may: it can exempt apps by `torpor exempt` as well.
final class FocusService: FocusSource {
  static let name = "io.torpor.Session"
  static let path = "/io/torpor/Session"

  private let bus: BusConnection
  private let reportWindows: (WindowNews?) -> Void
  private let report: (FocusNews?) -> Void
  private let isOfApp: (Int32) -> Bool
  private var tokens: [BusConnection.Token] = []
  private var view = FocusView(focused: [])
  /// Who called last, by their name on the bus.
  private var caller: String?
  private var callerWatch: BusConnection.Token?

  /// `isOfApp`: whether a process belongs to an app.
  init(
    on bus: BusConnection,
    isOfApp: @escaping (Int32) -> Bool = AppGroup.contains,
    reportWindows: @escaping (WindowNews?) -> Void = { _ in },
    report: @escaping (FocusNews?) -> Void
  ) {
    self.bus = bus
    self.isOfApp = isOfApp
    self.reportWindows = reportWindows
    self.report = report
  }

  deinit {
    for token in tokens + [callerWatch].compactMap({ $0 }) { bus.cancel(token) }
  }

  func start() {
    tokens = [
      bus.serve(path: FocusService.path) { [unowned self] in answer($0, $1) },
      bus.own(FocusService.name) { _ in },
      bus.observe { [weak self] state in
        if case .lost = state { self?.forgetCaller() }
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
    default: due.answer(.unknownMethod(call))
    }
  }

  /// Has it done for whoever may say it; the bus says whose the call is.
  private func admit(
    _ call: BusEvent,
    _ due: BusDue,
    _ act: @escaping (FocusService) -> BusAnswer
  ) {
    // A connection's name is never another's.
    guard call.sender != caller else { return due.answer(act(self)) }
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
      guard let pid, !isOfApp(pid) else { return due.answer(FocusService.refusal) }
      due.answer(act(self))
    }
  }

  private static var refusal: BusAnswer {
    .error(
      name: "org.freedesktop.DBus.Error.AccessDenied",
      message: "A process of an app does not say what has the focus. That is for the compositor, "
        + "or a helper of the user's that runs outside of every app."
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
    follow(call.sender)
    view[keyPath: member] = processes
    report(.looked(view))
    return .values([])
  }

  private func setWindows(_ call: BusEvent) -> BusAnswer {
    let rows = call.values.first?.elements ?? []
    let views = rows.compactMap { row -> WindowView? in
      guard case .structure(let members) = row, members.count == 2,
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
    follow(call.sender)
    reportWindows(.looked(views))
    return .values([])
  }

  /// What an earlier caller has said holds no longer.
  private func follow(_ sender: String) {
    guard caller != sender else { return }
    if caller != nil { reportWindows(nil) }
    view = FocusView(focused: [])
    watch(sender)
  }

  private func watch(_ sender: String) {
    if let callerWatch { bus.cancel(callerWatch) }
    caller = sender
    callerWatch = bus.match(
      "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
        + "member='NameOwnerChanged',arg0='\(sender)'"
    ) { [unowned self] event in
      guard event.isFromBus, event.values.first?.text == caller else { return }
      forgetCaller()
    }
  }

  private func forgetCaller() {
    guard caller != nil else { return }
    if let callerWatch { bus.cancel(callerWatch) }
    (callerWatch, caller) = (nil, nil)
    report(nil)
    reportWindows(nil)
  }

  private static let introspection = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="io.torpor.Session">
        <method name="SetFocus"><arg name="pids" type="au" direction="in"/></method>
        <method name="SetPointerFocus"><arg name="pids" type="au" direction="in"/></method>
        <method name="SetWindows"><arg name="windows" type="a(us)" direction="in"/></method>
      </interface>
    </node>
    """
}
