import TorporModel
import TorporPosix
import TorporWire

/// The visibility of windows: combines the reports of the sources into the one fact that the daemon receives.
///
/// Of several sources, the last in order that has a report counts, as for the focus (`FocusPart`), which passes them
/// on. Only processes of apps are reported: the daemon does not need others.
final class WindowsPart: Part {
  let name = "windows"
  private let loop: EventLoop
  private let outbox: Outbox
  private let processes: () -> ProcessTable
  private let isOfApp: (Int32) -> Bool
  private var news: [FocusPart.Origin: WindowNews] = [:]
  private var debounce = WindowDebounce()
  private var linger: EventLoop.Token?

  /// The maximum number of processes in one fact.
  static let processesMax = BridgeFact.windowsWindowsCount.upperBound

  init(
    on loop: EventLoop,
    outbox: Outbox,
    processes: @escaping () -> ProcessTable = { ProcessTable() },
    isOfApp: @escaping (Int32) -> Bool = AppGroup.mayBeGoverned
  ) {
    self.loop = loop
    self.outbox = outbox
    self.processes = processes
    self.isOfApp = isOfApp
  }

  deinit { if let linger { loop.cancel(linger) } }

  func start() { settle() }

  /// Takes what a source reports; `nil`: it no longer reports.
  func take(_ told: WindowNews?, from origin: FocusPart.Origin) {
    guard news[origin] != told else { return }
    news[origin] = told
    settle()
  }

  /// Checks for programs that were started in a terminal since.
  func lookAgain() { settle() }

  private var views: [WindowView]? {
    let all = FocusPart.Origin.allCases.compactMap { origin -> [WindowView]? in
      if case .looked(let views) = news[origin] { views } else { nil }
    }
    return all.last
  }

  /// The causes of all sources, if none has a report.
  private var cause: String {
    let causes = FocusPart.Origin.allCases.compactMap { origin in
      if case .cannotTell(let cause) = news[origin] { cause } else { nil }
    }
    return causes.isEmpty
      ? "no source reports which windows are visible (X11, sway, or io.torpor.Session.SetWindows)"
      : causes.joined(separator: "; ")
  }

  private func settle() {
    guard let views else {
      debounce = WindowDebounce()
      tell(nil)
      return outbox.tell(self, isAvailable: false, because: cause)
    }
    outbox.tell(self, isAvailable: true)
    debounce.look(withTerminals(views), atNanoseconds: BootClock.nanoseconds())
    tellShown()
  }

  private func withTerminals(_ views: [WindowView]) -> [WindowDebounce.Key: WindowVisibility] {
    var own: [Int32: WindowVisibility] = [:]
    for view in views where view.process > 0 {
      own[view.process] = own[view.process].map { .best($0, view.visibility) } ?? view.visibility
    }
    var seen: [WindowDebounce.Key: WindowVisibility] = [:]
    let table = own.isEmpty ? ProcessTable([]) : processes()
    for (owner, visibility) in own {
      if isOfApp(owner) { seen[.init(processID: owner, isTerminal: false)] = visibility }
      let others = Set(own.keys).subtracting([owner])
      for program in table.programs(inTerminalsOf: owner, besides: others) where isOfApp(program) {
        let key = WindowDebounce.Key(processID: program, isTerminal: true)
        seen[key] = seen[key].map { .best($0, visibility) } ?? visibility
      }
    }
    return seen
  }

  private func tellShown() {
    let shown = debounce.shown.sorted { $0.key < $1.key }.prefix(WindowsPart.processesMax)
    tell(
      shown.map { key, visibility in
        ProcessWindows(
          pid: key.processID,
          visibility: visibility,
          isTerminal: key.isTerminal
        )
      }
    )
  }

  private func tell(_ windows: [ProcessWindows]?) {
    outbox.tell(.windows(windows: windows))
    if let linger { loop.cancel(linger) }
    linger = debounce.nextNanoseconds.map { moment in
      loop.schedule(atBoottimeNanoseconds: moment) { [unowned self] in
        linger = nil
        debounce.expire(atNanoseconds: BootClock.nanoseconds())
        tellShown()
      }
    }
  }
}
