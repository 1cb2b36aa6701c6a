package import TorporModel

extension ProcessLifecycle {
  /// The process, if there is one.
  package var launch: LaunchIdentifier? {
    switch state {
    case .notRunning: nil
    case .launching(let launching): launching.launch
    case .active(let launch), .inactive(let launch), .background(let launch),
      .inspecting(let launch), .freezing(let launch), .suspended(let launch),
      .terminating(let launch, _, _), .killed(let launch, _):
      launch
    }
  }

  /// The state as seen by the user and the app's developer.
  package var applicationState: ApplicationState {
    switch state {
    case .notRunning, .killed: .notRunning
    case .launching(let launching): launching.isWantedOnScreen ? .inactive : .background
    case .active: .active
    case .inactive: .inactive
    case .background, .inspecting, .freezing, .terminating: .background
    case .suspended: .suspended
    }
  }

  /// Whether the app's code runs off screen and may be called to account for it.
  package var runsInBackground: Bool {
    switch state {
    case .background, .inspecting, .freezing: true
    case .launching(let launching): !launching.isWantedOnScreen
    case .notRunning, .active, .inactive, .suspended, .terminating, .killed: false
    }
  }

  /// Whether the process has returned from `didFinishLaunching` and is alive.
  package var hasFinishedLaunching: Bool {
    switch state {
    case .active, .inactive, .background, .inspecting, .freezing, .suspended: true
    case .notRunning, .launching, .terminating, .killed: false
    }
  }

  /// Whether the process is frozen, or ordered to be.
  package var isFrozenOrFreezing: Bool {
    switch state {
    case .freezing, .suspended: true
    case .notRunning, .launching, .active, .inactive, .background, .inspecting, .terminating,
      .killed:
      false
    }
  }

  /// Whether it is ordered to be frozen, and not yet reported to be.
  package var isFreezing: Bool { if case .freezing = state { true } else { false } }

  /// Whether it was killed, and the kernel has not reported its end.
  package var isKilled: Bool {
    switch state {
    case .killed: true
    case .notRunning, .launching, .active, .inactive, .background, .inspecting, .freezing,
      .suspended, .terminating:
      false
    }
  }

  /// Whether its end was ordered.
  package var isEnding: Bool {
    switch state {
    case .terminating, .killed: true
    case .notRunning, .launching, .active, .inactive, .background, .inspecting, .freezing,
      .suspended:
      false
    }
  }
}
