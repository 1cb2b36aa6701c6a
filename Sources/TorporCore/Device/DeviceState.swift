package import TorporModel

/// The properties and facts of the device, without the state private to services: the part that every service may read.
package struct DeviceState: Hashable, Sendable {
  @Boxed package internal(set) var profile: Profile
  package internal(set) var screen: Screen
  package internal(set) var apps = AppTable()
  @Boxed package internal(set) var conditions: DeviceConditions
  package internal(set) var energy: EnergyBudget
  @Boxed package internal(set) var clock = WallClock()
  @Boxed package internal(set) var usage = UsageModel()
  package internal(set) var counters = Counters()
  /// Whether the machine's Bluetooth radio is on; saved with what is connected by it.
  package internal(set) var isBluetoothOn = true
  /// The use of the day, derived from the ledger; `nil`: the user has not set an allowance.
  @Derived package internal(set) var dayUse: DayUse?
  /// The time of the last input.
  package internal(set) var now: Instant
}

extension DeviceState {
  /// The profile as a turn has it, without a copy.
  var boxedProfile: Boxed<Profile> { _profile }

  package init(_ configuration: DeviceConfiguration, at now: Instant) {
    _profile = Boxed(wrappedValue: .named(configuration.profile))
    screen = Screen(configuration)
    _conditions = Boxed(wrappedValue: DeviceConditions(configuration))
    // Full at any time of creation: a replay makes it at the time of its first input.
    energy = EnergyBudget(at: .zero)
    self.now = now
  }

  /// The present state of the device for work that wants to run.
  package var conditionContext: ConditionContext { conditionContext(at: now) }

  package func conditionContext(at moment: Instant) -> ConditionContext {
    ConditionContext(
      at: moment,
      _profile,
      _conditions,
      idleSince: idleSince,
      isLocked: screen.isLocked,
      wasUnlockedSinceBoot: screen.wasUnlockedSinceBoot,
      isProtectedDataAvailable: screen.isProtectedDataAvailable,
      energyRefillAt: energy.refillMoment(at: moment),
      dayUse: dayUse
    )
  }

  /// Since when the device has not been used; `nil`: it is in use.
  ///
  /// A locked device is not in use. Use means input by the user, not an open app: if the host observes
  /// input, its report counts. If input is not observed, an app in the foreground of a single screen
  /// is the only evidence of use, and an empty screen is idle since the user's last action; on a
  /// screen shared with other programs, nothing is known then.
  package var idleSince: Instant? {
    if screen.isLocked { return conditions.lockedSince ?? .zero }
    if let reported = conditions.reportedIdleSince { return reported }
    guard conditions.hearsInput != true, profile.hasSingleScreen, screen.front.isEmpty else {
      return nil
    }
    return conditions.lastUserAction ?? .zero
  }

  /// Notes that the user opens the app, or opened it then.
  mutating func noteOpened(_ app: AppIdentifier, at moment: Instant) {
    usage.noteOpened(app, at: LocalSecond(clock.localSecond(at: moment)))
  }

  /// Notes that the user opens the app in the slot; a command, which is an app for as long as it runs, is not a habit.
  mutating func noteOpened(slot: Int, at moment: Instant) {
    guard let app = apps.identifier(inSlot: slot),
      apps.read(slot: slot, { $0.manifest.isTransient }) == false
    else { return }
    noteOpened(app, at: moment)
  }

  /// Whether the app has a process that is not about to end.
  func isAlive(_ app: AppIdentifier) -> Bool {
    guard let process = apps.process(of: app) else { return false }
    return process.launch != nil && !process.isEnding
  }

  /// The app in the slot, and why it has no process; `nil`: it has one.
  func absence(inSlot slot: Int) -> (app: AppIdentifier, cause: RelaunchCause)? {
    guard let app = apps.identifier(inSlot: slot), apps.process(inSlot: slot)?.launch == nil,
      let cause = apps.read(slot: slot, { $0.causeOfAbsence(on: conditions) })
    else { return nil }
    return (app, cause)
  }

  /// The answer about an app that is not installed.
  func unknown(_ app: AppIdentifier) -> Refusal {
    switch apps.match(app.text, among: { _ in true }) {
    case .found: .unknownApp(name: app.text, similar: [])
    case .ambiguous(let all): .ambiguousApp(name: app.text, apps: all)
    case .unknown(let similar): .unknownApp(name: app.text, similar: similar)
    }
  }

  /// Returns whether a call has priority over the app: another app's call, or the banner over the
  /// screen, which is that of its own call if it has one.
  func isCallUnderWay(besides app: AppIdentifier? = nil) -> Bool {
    var (isOwn, isOther) = (false, false)
    for slot in apps.slotRange
    where apps.read(slot: slot, { $0.assertions.contains(.call) }) == true {
      if apps.identifier(inSlot: slot) == app { isOwn = true } else { isOther = true }
    }
    return screen.isInterrupted && !isOwn || isOther
  }
}

/// Checks of lists of identifiers: unknown or repeated ones.
extension DeviceState {
  func faults(in apps: [AppIdentifier], _ what: String) -> [String] {
    let absent = apps.filter { self.apps.slot(of: $0) == nil }.map {
      "\($0) \(what) and is not installed"
    }
    return absent + apps.repeated.map { "\($0) \(what) twice" }
  }
}

extension Array where Element: Hashable {
  /// The elements that occurred before.
  var repeated: [Element] {
    var seen: Set<Element> = []
    return filter { !seen.insert($0).inserted }
  }
}
