import TorporModel

// The table is cut by event, one function for each group of events that belong together, so that
// each fits a screen. Every function is a `switch` over all states without `default:`.

extension ProcessLifecycle {
  typealias Step = (State, [Effect])

  static func next(_ state: State, _ event: Event) -> Step {
    switch event {
    case .opened(let next): opened(state, next)
    case .woken(let next, let reason, let isAnnounced): woken(state, next, reason, isAnnounced)
    case .left: left(state)
    case .interrupted: interrupted(state)
    case .interruptionEnded: interruptionEnded(state)
    case .finishedLaunching: finishedLaunching(state)
    case .nothingHolds: nothingHolds(state)
    case .somethingHolds: somethingHolds(state)
    case .foundClear: foundClear(state)
    case .foundHazard: foundHazard(state)
    case .frozen: frozen(state)
    case .freezeFailed: freezeFailed(state)
    case .freezeUndone: freezeUndone(state)
    case .endOrdered(let reason, let deadline): endOrdered(state, reason, deadline)
    case .goodbyeOrdered(let reason, let deadline): goodbyeOrdered(state, reason, deadline)
    case .saveOrdered(let reason, let deadline): saveOrdered(state, reason, deadline)
    case .killOrdered(let reason): killOrdered(state, reason)
    case .willTerminateReturned: willTerminateReturned(state)
    case .exited(let status): exited(state, status)
    }
  }

  // MARK: On and off the screen

  private static func opened(_ state: State, _ next: LaunchIdentifier) -> Step {
    switch state {
    case .notRunning:
      (
        .launching(Launching(launch: next, beganInForeground: true, isWantedOnScreen: true)),
        [.launch(.foreground), .call(.didFinishLaunching(into: .foreground))]
      )
    case .launching(let launching): (.launching(launching.wantedOnScreen(true)), [])
    case .background(let launch), .inspecting(let launch):
      (.active(launch: launch), [.call(.willEnterForeground), .call(.didBecomeActive)])
    case .freezing(let launch), .suspended(let launch):
      (.active(launch: launch), [.thaw, .call(.willEnterForeground), .call(.didBecomeActive)])
    case .active, .inactive: (state, [])
    // The screen remembers the request and opens it again when its process has ended.
    case .terminating, .killed: (state, [])
    }
  }

  private static func left(_ state: State) -> Step {
    switch state {
    case .launching(let launching): (.launching(launching.wantedOnScreen(false)), [])
    case .active(let launch):
      (.background(launch: launch), [.call(.willResignActive), .call(.didEnterBackground)])
    case .inactive(let launch): (.background(launch: launch), [.call(.didEnterBackground)])
    case .notRunning, .background, .inspecting, .freezing, .suspended, .terminating, .killed:
      (state, [])
    }
  }

  private static func interrupted(_ state: State) -> Step {
    switch state {
    case .active(let launch): (.inactive(launch: launch), [.call(.willResignActive)])
    case .notRunning, .launching, .inactive, .background, .inspecting, .freezing, .suspended,
      .terminating, .killed:
      (state, [])
    }
  }

  private static func interruptionEnded(_ state: State) -> Step {
    switch state {
    case .inactive(let launch): (.active(launch: launch), [.call(.didBecomeActive)])
    case .notRunning, .launching, .active, .background, .inspecting, .freezing, .suspended,
      .terminating, .killed:
      (state, [])
    }
  }

  /// Apple's sequence page announces a launch or a resume into the background like an arrival there (T2, T3);
  /// which profiles do is in their table (`Profile.announcesWakes`).
  private static func woken(
    _ state: State,
    _ next: LaunchIdentifier,
    _ reason: WakeReason,
    _ isAnnounced: Bool
  ) -> Step {
    let announcement: [Effect] = isAnnounced ? [.call(.didEnterBackground)] : []
    return switch state {
    case .notRunning:
      (
        .launching(Launching(launch: next, beganInForeground: false, isWantedOnScreen: false)),
        [.launch(.background(reason)), .call(.didFinishLaunching(into: .background(reason)))]
          + announcement
      )
    case .freezing(let launch), .suspended(let launch):
      (.background(launch: launch), [.thaw] + announcement)
    case .inspecting(let launch): (.background(launch: launch), [])
    case .launching, .active, .inactive, .background, .terminating, .killed: (state, [])
    }
  }

  private static func finishedLaunching(_ state: State) -> Step {
    switch state {
    case .launching(let launching):
      switch (launching.beganInForeground, launching.isWantedOnScreen) {
      case (true, true): (.active(launch: launching.launch), [.call(.didBecomeActive)])
      case (true, false): (.background(launch: launching.launch), [.call(.didEnterBackground)])
      case (false, true):
        (
          .active(launch: launching.launch),
          [.call(.willEnterForeground), .call(.didBecomeActive)]
        )
      case (false, false): (.background(launch: launching.launch), [])
      }
    // It was ended, or its end was ordered, while it launched.
    case .notRunning, .active, .inactive, .background, .inspecting, .freezing, .suspended,
      .terminating, .killed:
      (state, [])
    }
  }

  // MARK: Suspension

  private static func nothingHolds(_ state: State) -> Step {
    switch state {
    case .background(let launch): (.inspecting(launch: launch), [.inspect])
    case .notRunning, .launching, .active, .inactive, .inspecting, .freezing, .suspended,
      .terminating, .killed:
      (state, [])
    }
  }

  private static func somethingHolds(_ state: State) -> Step {
    switch state {
    case .inspecting(let launch): (.background(launch: launch), [])
    case .freezing(let launch), .suspended(let launch): (.background(launch: launch), [.thaw])
    case .notRunning, .launching, .active, .inactive, .background, .terminating, .killed:
      (state, [])
    }
  }

  private static func foundClear(_ state: State) -> Step {
    switch state {
    case .inspecting(let launch): (.freezing(launch: launch), [.freeze])
    // Requested while it was about to freeze, answered after it was needed again; or the check of a
    // suspended app's locks, which found no waiting process.
    case .notRunning, .launching, .active, .inactive, .background, .freezing, .suspended,
      .terminating, .killed:
      (state, [])
    }
  }

  private static func foundHazard(_ state: State) -> Step {
    switch state {
    case .inspecting(let launch): (.background(launch: launch), [])
    case .freezing(let launch), .suspended(let launch): (.background(launch: launch), [.thaw])
    case .notRunning, .launching, .active, .inactive, .background, .terminating, .killed:
      (state, [])
    }
  }

  private static func frozen(_ state: State) -> Step {
    switch state {
    case .freezing(let launch): (.suspended(launch: launch), [])
    // Confirmed after it was needed again: the thaw is already on its way.
    case .notRunning, .launching, .active, .inactive, .background, .inspecting, .suspended,
      .terminating, .killed:
      (state, [])
    }
  }

  private static func freezeFailed(_ state: State) -> Step {
    switch state {
    // A suspended one was found running by a new daemon, and could not be frozen again.
    case .freezing(let launch), .suspended(let launch): (.background(launch: launch), [])
    case .notRunning, .launching, .active, .inactive, .background, .inspecting, .terminating,
      .killed:
      (state, [])
    }
  }

  private static func freezeUndone(_ state: State) -> Step {
    switch state {
    case .suspended(let launch): (.background(launch: launch), [])
    case .notRunning, .launching, .active, .inactive, .background, .inspecting, .freezing,
      .terminating, .killed:
      (state, [])
    }
  }

  // MARK: The end

  private static func endOrdered(_ state: State, _ reason: ExitReason, _ deadline: Instant) -> Step
  {
    let goodbye = [Effect.call(.willTerminate)]
    return switch state {
    case .active(let launch):
      // T8 says good-bye to the screen first; T12 goes straight from inactive to the end.
      (
        .terminating(launch: launch, reason: reason, deadline: deadline),
        [.call(.willResignActive)] + farewell(reason) + goodbye
      )
    case .inactive(let launch):
      (
        .terminating(launch: launch, reason: reason, deadline: deadline),
        farewell(reason) + goodbye
      )
    case .background(let launch), .inspecting(let launch):
      (.terminating(launch: launch, reason: reason, deadline: deadline), goodbye)
    // T8, T9: a suspended process runs no code, and a process that has not launched gets no callback.
    case .launching, .freezing, .suspended: killOrdered(state, reason)
    case .notRunning, .terminating, .killed: (state, [])
    }
  }

  /// Beyond iOS: a process that Linux ends at a shutdown or a logout may have unsaved work, frozen or not.
  private static func goodbyeOrdered(
    _ state: State,
    _ reason: ExitReason,
    _ deadline: Instant
  ) -> Step {
    switch state {
    case .freezing(let launch), .suspended(let launch):
      (
        .terminating(launch: launch, reason: reason, deadline: deadline),
        [.thaw, .call(.willTerminate)]
      )
    case .active, .inactive, .background, .inspecting, .launching, .notRunning, .terminating,
      .killed:
      endOrdered(state, reason, deadline)
    }
  }

  /// Beyond iOS: a frozen app that asked for it saves before it is ended for its memory.
  private static func saveOrdered(
    _ state: State,
    _ reason: ExitReason,
    _ deadline: Instant
  ) -> Step {
    switch state {
    case .freezing(let launch), .suspended(let launch):
      (
        .terminating(launch: launch, reason: reason, deadline: deadline),
        [.thaw, .call(.willTerminateForMemory)]
      )
    case .active, .inactive, .background, .inspecting, .launching, .notRunning, .terminating,
      .killed:
      killOrdered(state, reason)
    }
  }

  private static func farewell(_ reason: ExitReason) -> [Effect] {
    reason == .exitsOnSuspend ? [] : [.call(.didEnterBackground)]
  }

  private static func killOrdered(_ state: State, _ reason: ExitReason) -> Step {
    switch state {
    case .launching(let launching): (.killed(launch: launching.launch, reason: reason), [.kill])
    case .active(let launch), .inactive(let launch), .background(let launch),
      .inspecting(let launch), .freezing(let launch), .suspended(let launch):
      (.killed(launch: launch, reason: reason), [.kill])
    // The first reason stands.
    case .terminating(let launch, let first, _): (.killed(launch: launch, reason: first), [.kill])
    case .notRunning, .killed: (state, [])
    }
  }

  private static func willTerminateReturned(_ state: State) -> Step {
    switch state {
    case .terminating(let launch, let reason, _): (.killed(launch: launch, reason: reason), [.kill])
    case .notRunning, .launching, .active, .inactive, .background, .inspecting, .freezing,
      .suspended, .killed:
      (state, [])
    }
  }

  private static func exited(_ state: State, _ status: ExitStatus) -> Step {
    switch state {
    case .notRunning: (state, [])
    case .launching(let launching):
      (.notRunning, [.reportEnd(launching.launch, ExitReason(status))])
    case .active(let launch), .inactive(let launch), .background(let launch),
      .inspecting(let launch), .freezing(let launch), .suspended(let launch):
      (.notRunning, [.reportEnd(launch, ExitReason(status))])
    case .terminating(let launch, let reason, _), .killed(let launch, let reason):
      (.notRunning, [.reportEnd(launch, reason)])
    }
  }
}

extension ExitReason {
  /// Returns the reason for an end that the core did not order.
  init(_ status: ExitStatus) {
    // SIGKILL is 9 on every Linux; no process can send it to itself by mistake.
    let signalKill: Int32 = 9
    self =
      switch status {
      case .exited(let status): .exit(status: status)
      case .signalled(let signal) where signal == signalKill: .killedExternally
      case .signalled(let signal): .crash(signal: signal)
      case .outOfMemory: .outOfMemory
      case .unknown: .unseen
      case .notStarted(let errno): .notStarted(errno: errno)
      case .notInFolder(let path, let errno): .notInFolder(path: path, errno: errno)
      }
  }
}
