import TorporModel
import TorporWire

/// The states of one app, as its decisions tell them.
struct AppTrace: Sendable {
  let app: AppIdentifier
  private let axis: LedgerAxis
  /// How many decisions it has.
  private(set) var count = 0
  private(set) var lane: TimelineLane
  private(set) var sum: TimelineSum
  /// The state, since when, and how it is said; `nil` until the first decision tells one.
  private var open: (state: ApplicationState, since: Instant, text: String)?
  private var hasState = false

  /// Whether the last mark is a launch into the background; the wake that it was for follows, and is the same one.
  private var isLaunchedForWake = false

  init(_ app: AppIdentifier, _ axis: LedgerAxis) {
    self.app = app
    self.axis = axis
    lane = TimelineLane(app.shownName)
    sum = TimelineSum(app.shownName)
  }

  /// Whether there is nothing to draw.
  var isEmpty: Bool { lane.bars.isEmpty && lane.marks.isEmpty }

  /// Adds a decision, in their order.
  mutating func add(_ row: LoggedDecision, at time: String) {
    count += 1
    let decision = row.decision
    let sentence = decision.sentence(naming: "it")
    if let look = decision.look {
      lane.marks.append(
        TimelineMark(look, at: axis.place(decision.at), title: "\(time) \(sentence)")
      )
      if look == .wake, !isLaunchedForWake { sum.wakes += 1 }
      isLaunchedForWake = decision.isBackgroundLaunch
      if look == .end { sum.ends += 1 }
    }
    guard decision.verdict == .done else { return }
    // What it was before its first decision in the window, that decision tells.
    if !hasState, let before = decision.stateBefore {
      open = (before, axis.from, "before")
      hasState = true
    }
    guard let state = decision.state(after: open?.state) else { return }
    hasState = true
    guard state != open?.state else { return }
    close(at: decision.at, time)
    open = (state, decision.at, "\(time): \(sentence)")
  }

  /// Ends the last state now.
  mutating func close(as app: AppStatus) {
    if !hasState || open?.state != app.state && app.since > open?.since ?? axis.from {
      close(at: max(app.since, axis.from), "")
      open = (app.state, max(app.since, axis.from), "")
    }
    close(at: axis.to, "now")
    open = nil
  }

  private mutating func close(at moment: Instant, _ time: String) {
    guard let open, moment > open.since else { return }
    let length = moment - open.since
    sum.lengths[open.state, default: .zero] = (sum.lengths[open.state] ?? .zero) + length
    guard let look = TimelineBar.Look(rawValue: open.state.rawValue) else { return }
    let since = open.text.isEmpty ? "" : ", since \(open.text)"
    lane.bars.append(
      TimelineBar(
        look,
        from: axis.place(open.since),
        to: axis.place(moment),
        length: length,
        title: "\(open.state.rawValue) for \(length.phrase)\(since)"
      )
    )
  }
}

extension Decision {
  /// The state of its app after it; `nil`: it changes none.
  fileprivate func state(after state: ApplicationState?) -> ApplicationState? {
    switch action {
    case .launch(.foreground), .moveToForeground: .active
    case .launch(.background), .moveToBackground: .background
    case .freeze: .suspended
    // An app that is brought to the front is thawed for that.
    case .thaw: state?.isForeground == true ? nil : .background
    case .end, .remove: .notRunning
    case .install, .adopt, .endCommand, .beginTask, .endTask, .expireTask, .wake, .endUse,
      .warnOfMemory,
      .pageOut, .readBack, .exempt, .endExemption, .changeSettings, .submit, .cancel, .run, .expire,
      .finish,
      .schedule, .show, .use, .provide, .sleep, .sleepAgain, .purgeCaches, .offload,
      .restoreProgram:
      nil
    }
  }

  /// The state of its app before it, where it tells that.
  fileprivate var stateBefore: ApplicationState? {
    switch action {
    case .launch: .notRunning
    case .freeze: .background
    case .thaw, .pageOut, .readBack: .suspended
    case .moveToBackground: .active
    default: nil
    }
  }

  fileprivate var isBackgroundLaunch: Bool {
    if case .launch(.background) = action { verdict == .done } else { false }
  }

  /// What it looks like on a timeline; `nil`: its bar says all.
  fileprivate var look: TimelineMark.Look? {
    guard verdict == .done else { return .denied }
    return switch action {
    case .end, .endCommand: .end
    case .wake, .launch(.background): .wake
    case .freeze, .thaw, .moveToBackground, .moveToForeground, .launch(.foreground), .install,
      .adopt, .remove, .changeSettings, .provide:
      nil
    case .beginTask, .endTask, .expireTask, .endUse, .warnOfMemory, .pageOut, .readBack, .exempt,
      .endExemption, .submit, .cancel, .run, .expire, .finish, .schedule, .show, .use, .sleep,
      .sleepAgain, .purgeCaches, .offload, .restoreProgram:
      .work
    }
  }
}
