import TorporModel

// Visible windows put an app on screen, and hidden ones remove it: decision 0038.

extension Device {
  /// Handles changed window reports of desktops; a job runs by its conditions, with or without windows.
  mutating func follow(_ windows: [LaunchWindows], in turn: inout Turn) {
    screen.windows.lose(allBut: Set(windows.map(\.launch)), at: turn.now)
    let changes = windows.compactMap { windows -> WindowTable.Change? in
      guard let slot = apps.slot(of: windows.launch), let app = apps.identifier(inSlot: slot),
        state.isAlive(app), apps.read(slot: slot, { $0.job == nil }) == true
      else { return nil }
      return screen.windows.update(windows, of: app, isInFront: screen.wants(app), at: turn.now)
    }
    screenChanged()
    noteAdopted(windows, in: &turn)
    guard !changes.isEmpty else { return }
    // Arrivals before departures, so that the screen is not empty in between; the focus last.
    let comes = changes.filter {
      profile.hasSingleScreen ? $0.isFocused : $0.isShown || $0.isFocused
    }
    for change in comes.filter({ !$0.isFocused }) + comes.filter(\.isFocused) {
      show(change.app, because: Condition(.windowShown), isFocused: change.isFocused, in: &turn)
    }
    for change in changes where change.isHidden { hide(change.app, in: &turn) }
    for change in changes where change.isFocused { endInterruptions(by: change.app, in: &turn) }
    followCover(in: &turn)
    conditions.noteUseByScreen(at: turn.now)
    conditionsChanged(in: &turn)
  }

  /// Handles the end of a desktop without a successor: apps that only their windows moved off screen
  /// return, because no source would report when the windows are visible again.
  mutating func withdrawLostWindows(in turn: inout Turn) {
    let lost = screen.windows.takeLost(at: turn.now)
    for row in lost where row.isOpen && !screen.wants(row.app) && state.isAlive(row.app) {
      guard !profile.hasSingleScreen || screen.isEmpty else { continue }
      show(
        row.app,
        because: Condition(.windowShown, subject: "unknown"),
        isFocused: false,
        in: &turn
      )
    }
    for row in lost { setShowsWindows(nil, ofAdopted: row.app, in: &turn) }
    if !lost.isEmpty { followCover(in: &turn) }
  }

  /// Moves apps off screen that closed their last window and have opened none since.
  mutating func hideClosed(in turn: inout Turn) {
    for app in screen.windows.takeClosed(at: turn.now) where state.isAlive(app) {
      hide(app, in: &turn)
    }
  }

  /// Returns visible apps to a screen for several apps, unless a command of the user prevents it.
  mutating func showAgain(in turn: inout Turn) {
    guard !profile.hasSingleScreen else { return }
    for row in screen.windows.shown
    where (!row.commandStands || row.isOpen) && state.isAlive(row.app) {
      show(row.app, because: Condition(.windowShown), isFocused: row.isFocused, in: &turn)
    }
  }

  /// Makes every app on screen active or inactive, by its interruptions.
  mutating func followCover(in turn: inout Turn) {
    let base = turn.steps.count
    turn.steps.append(.followCover)
    run(downTo: base, in: &turn)
  }

  /// The consequences are then on the stack.
  mutating func coverOrUncover(in turn: inout Turn) {
    // An app that is about to be launched is not there yet.
    for app in screen.front.reversed() where state.isAlive(app) {
      let isCovered = screen.isCovered(app, hasSingleScreen: profile.hasSingleScreen)
      change(app, in: &turn) {
        $0.apply(
          isCovered ? .interrupted : .interruptionEnded,
          in: &$1,
          because: [Condition(.userAction)]
        )
      }
    }
  }

  /// The app comes onto the screen, or will with the unlock.
  private mutating func show(
    _ app: AppIdentifier,
    because condition: Condition,
    isFocused: Bool,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app) else { return }
    guard !screen.isLocked else {
      return screen.addBehindLock(app, hasSingleScreen: profile.hasSingleScreen)
    }
    let wasInFront = screen.front.contains(app)
    if profile.hasSingleScreen {
      for other in screen.front where other != app {
        leave(other, because: .anotherInFront, in: &turn)
      }
    }
    if isFocused || !wasInFront { screen.add(app) }
    guard !wasInFront else { return }
    state.noteOpened(slot: slot, at: turn.now)
    update(slot: slot, in: &turn) { record, turn in
      // The user is looking at its window: a force-quit is forgiven, as by a tap on the icon.
      if isFocused { record.persistentState.isForceQuit = false }
      record.apply(.opened(next: turn.counters.nextLaunch), in: &turn, because: [condition])
    }
  }

  private mutating func hide(_ app: AppIdentifier, in turn: inout Turn) {
    let subject = screen.windows.row(of: app)?.visibility?.rawValue ?? "closed"
    leave(app, because: Condition(.windowShown, holds: false, subject: subject), in: &turn)
  }

  private mutating func leave(
    _ app: AppIdentifier,
    because condition: Condition,
    in turn: inout Turn
  ) {
    let wasInFront = screen.front.contains(app)
    screen.remove(app)
    guard wasInFront else { return }
    update(app, in: &turn) { $0.leaveScreen(in: &$1, because: condition) }
  }
}

extension Condition {
  /// On a screen for one app, another app's window has the focus.
  fileprivate static let anotherInFront = Condition(.focused)
}
